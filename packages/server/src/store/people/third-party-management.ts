import { deletionLocks, deleteAccount, type DeletionProblem } from "./delete-account.ts";
import { isTeamManager } from "../../model/team.ts";
import type { Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { setUserDisabled } from "./user-administration.ts";
import { userLock, administratorLock } from "../statements/locks.ts";

/** An account of a team's application, and the member of the team who decides about it. */
export interface ManagedAccount {
  readonly teamId: number;
  readonly userId: number;
  readonly actor: Actor & { readonly userId: number };
}

/**
 * Finds the username of an account, for a member whose role includes the credentials: who has those can act as each account
 * anyway.
 */
async function findManaged(
  { kysely }: StoreQueries,
  { teamId, userId, actor }: ManagedAccount,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom("third_party_accounts as t")
    .innerJoin("applications as a", "a.id", "t.application_id")
    .innerJoin("users as u", "u.id", "t.user_id")
    .innerJoin("team_members as m", "m.team_id", "a.owner_id")
    .select(["u.username", "m.role"])
    .where("a.owner_id", "=", teamId)
    .where("t.user_id", "=", userId)
    .where("m.user_id", "=", actor.userId)
    .executeTakeFirst();
  return row !== undefined && isTeamManager(row.role) ? row.username : undefined;
}

/** Disables or enables an account; its sessions and codes end. @returns false when there is none to decide about */
export async function setAccountDisabled(
  transaction: StoreQueries,
  { disabled, ...account }: ManagedAccount & { readonly disabled: boolean },
): Promise<boolean> {
  const username = await findManaged(transaction, account);
  if (username === undefined) return false;
  const { actor } = account;
  return (await setUserDisabled(transaction, { username, disabled, actor })) !== "not_found";
}
setAccountDisabled.locks = ({ userId }: ManagedAccount) => [
  userLock(`third-party:${userId}`),
  administratorLock,
];

/** Deletes an account with its surveys. @returns what keeps it from being deleted; undefined when it is gone */
export async function deleteThirdPartyAccount(
  transaction: StoreQueries,
  account: ManagedAccount,
): Promise<DeletionProblem | "not_found" | undefined> {
  const username = await findManaged(transaction, account);
  if (username === undefined) return "not_found";
  return deleteAccount(transaction, { userId: account.userId, username }, account.actor);
}
deleteThirdPartyAccount.locks =
  ({ userId }: ManagedAccount) =>
  (reader: StoreQueries) =>
    deletionLocks(reader, userId);
