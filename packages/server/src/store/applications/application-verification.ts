import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { applicationLock } from "../statements/locks.ts";

/** An application whose developer the operator has checked, or no longer vouches for. */
export interface Verification {
  readonly appid: string;
  readonly verified: boolean;
  readonly actor: Actor;
}

/** Verifies an application, or withdraws that. @returns false when there is no such application */
export async function setApplicationVerified(
  transaction: StoreQueries,
  { appid, verified, actor }: Verification,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("applications")
    .set({ verified: verified ? 1 : 0 })
    .where("appid", "=", appid)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const action = verified ? "application.verified" : "application.unverified";
  await recordAudit(transaction, { actor, action, target: { kind: "application", name: appid } });
  return true;
}
setApplicationVerified.locks = ({ appid }: Verification) => [applicationLock(appid)];
