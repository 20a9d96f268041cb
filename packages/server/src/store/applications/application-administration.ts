import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { revokeIssued } from "../tokens/revoke-issued.ts";
import { applicationLock } from "../statements/locks.ts";

/** An application that the operator is about to freeze or to unfreeze. */
export interface ApplicationStateChange {
  readonly appid: string;
  readonly frozen: boolean;
  readonly actor: Actor;
}

/**
 * Freezes or unfreezes an application for the operator. Its owner cannot undo that, also when the owner had frozen it before.
 * Freezing revokes its consents and tokens, and unfreezing restores none. The application's lock has to be held.
 */
export async function setApplicationFrozen(
  transaction: StoreQueries,
  { appid, frozen, actor }: ApplicationStateChange,
): Promise<"changed" | "unchanged" | "not_found"> {
  const { kysely } = transaction;
  const row = await kysely
    .selectFrom("applications")
    .select(["id", "disabled", "frozen_by_owner"])
    .where("appid", "=", appid)
    .executeTakeFirst();
  if (row === undefined) return "not_found";
  if ((row.disabled === 1) === frozen && row.frozen_by_owner === 0) return "unchanged";
  await kysely
    .updateTable("applications")
    .set({ disabled: frozen ? 1 : 0, frozen_by_owner: 0, edited_at: nowMs })
    .where("id", "=", row.id)
    .execute();
  const ended = frozen ? await revokeIssued(transaction, { of: "application", id: row.id }) : undefined;
  const target = { kind: "application", name: appid } as const;
  const action = frozen ? "application.disabled" : "application.enabled";
  await recordAudit(transaction, { actor, action, target, ...(ended && { after: { ...ended } }) });
  return "changed";
}
setApplicationFrozen.locks = ({ appid }: ApplicationStateChange) => [applicationLock(appid)];
