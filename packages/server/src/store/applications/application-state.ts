import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { findRow, type ManagedApplication } from "./application-for-user-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { removeThirdPartyAccounts } from "../teams/remove-team.ts";
import { countIssued, revokeIssued } from "../tokens/revoke-issued.ts";
import { applicationLock } from "../statements/locks.ts";

/** How many people and programs a change of an application's state affects. */
export interface ApplicationImpact {
  /** Users whose consent is in force. */
  readonly users: number;
  /** Access and refresh tokens that are valid. */
  readonly tokens: number;
}

/** A change of state, and who makes it. */
export interface StateChange extends ManagedApplication {
  readonly actor: Actor;
}

/** Counts what would end with an application. */
export async function countImpact(queries: StoreQueries, applicationId: number): Promise<ApplicationImpact> {
  return impactOf(await countIssued(queries, { of: "application", id: applicationId }));
}

function impactOf(counts: Awaited<ReturnType<typeof countIssued>>): ApplicationImpact {
  const { grants, userAccessTokens, refreshTokens, teamAccessTokens } = counts;
  return { users: grants, tokens: userAccessTokens + refreshTokens + teamAccessTokens };
}

/**
 * Disables an application, and revokes its consents and tokens: they do not return when it is enabled again. The
 * application's lock has to be held.
 *
 * @returns false when there is no such application that is enabled
 */
export async function freezeApplication(
  transaction: StoreQueries,
  { actor, ...owned }: StateChange,
): Promise<boolean> {
  const row = await findRow(transaction, owned);
  if (row === undefined || row.disabled === 1) return false;
  await freeze(transaction, row, actor);
  return true;
}
freezeApplication.locks = ({ appid }: StateChange) => [applicationLock(appid)];

async function freeze(
  transaction: StoreQueries,
  { id, appid }: { readonly id: number; readonly appid: string },
  actor: Actor | undefined,
): Promise<void> {
  await setState(transaction, id, 1);
  const impact = impactOf(await revokeIssued(transaction, { of: "application", id }));
  const target = { kind: "application", name: appid } as const;
  if (actor !== undefined)
    await recordAudit(transaction, { actor, action: "application.frozen", target, after: { ...impact } });
}

/**
 * Freezes the applications of a user who is disabled: with a secret of theirs, the user would go on reading what others allowed them. The locks of
 * the applications have to be held.
 */
export async function freezeApplicationsOf(
  transaction: StoreQueries,
  userId: number,
  actor: Actor | undefined,
): Promise<void> {
  for (const application of await enabledApplicationsOf(transaction, userId))
    await freeze(transaction, application, actor);
}

/** The ids and appids of a user's own applications that are enabled. */
export async function enabledApplicationsOf({ kysely }: StoreQueries, userId: number) {
  return await kysely
    .selectFrom("applications")
    .select(["id", "appid"])
    .where("owner_id", "=", userId)
    .where("disabled", "=", 0)
    .orderBy("appid")
    .execute();
}

/** Enables an application that its owner has frozen. @returns false when there is none; the operator may have disabled it */
export async function unfreezeApplication(
  transaction: StoreQueries,
  { actor, ...owned }: StateChange,
): Promise<boolean> {
  const row = await findRow(transaction, owned);
  if (row === undefined || row.disabled === 0 || row.frozen_by_owner === 0) return false;
  await setState(transaction, row.id, 0);
  const target = { kind: "application", name: row.appid } as const;
  await recordAudit(transaction, { actor, action: "application.unfrozen", target });
  return true;
}
unfreezeApplication.locks = ({ appid }: StateChange) => [applicationLock(appid)];

async function setState({ kysely }: StoreQueries, id: number, frozen: 0 | 1): Promise<void> {
  await kysely
    .updateTable("applications")
    .set({ disabled: frozen, frozen_by_owner: frozen, edited_at: nowMs })
    .where("id", "=", id)
    .execute();
}

/** Deletes an application with everything that belongs to it. @returns false when there is none */
export async function deleteApplication(
  transaction: StoreQueries,
  { actor, ...owned }: StateChange,
): Promise<boolean> {
  const row = await findRow(transaction, owned);
  if (row === undefined) return false;
  const impact = impactOf(await revokeIssued(transaction, { of: "application", id: row.id }));
  const thirdPartyAccounts = await removeThirdPartyAccounts(transaction, { applicationId: row.id });
  await transaction.kysely.deleteFrom("applications").where("id", "=", row.id).execute();
  const target = { kind: "application", name: row.appid } as const;
  const before = { name: row.name, ...impact, thirdPartyAccounts };
  await recordAudit(transaction, { actor, action: "application.deleted", target, before });
  return true;
}
deleteApplication.locks = ({ appid }: StateChange) => [applicationLock(appid)];
