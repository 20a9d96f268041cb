import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { isLastAdministrator } from "./delete-account.ts";
import { withdrawAdministratorInvitations } from "./invitation-table.ts";
import { enabledApplicationsOf, freezeApplicationsOf } from "../applications/application-state.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { revokeIssued } from "../tokens/revoke-issued.ts";
import { findAccountOrigin } from "./third-party-account-table.ts";
import { administratorLock, applicationLock, userLock } from "../statements/locks.ts";

/** The outcome of a change that an administrator or the operator asked for. */
export type UserChangeOutcome = "changed" | "unchanged" | "not_found" | "last_administrator";

/** A user about to be disabled or enabled. */
export interface UserStateChange {
  readonly username: string;
  readonly disabled: boolean;
  readonly actor: Actor;
}

/**
 * Disables or enables a user. Disabling ends what {@link revokeIssued} says of a user, and freezes the user's applications; enabling
 * restores none of it. The locks of the username, of the administrators and of those applications have to be held.
 */
export async function setUserDisabled(
  transaction: StoreQueries,
  { username, disabled, actor }: UserStateChange,
): Promise<UserChangeOutcome> {
  const user = await findByUsername(transaction, username);
  if (user === undefined) return "not_found";
  if ((user.disabled === 1) === disabled) return "unchanged";
  if (disabled && (await isLastAdministrator(transaction, user.id))) return "last_administrator";
  await transaction.kysely
    .updateTable("users")
    .set({ disabled: disabled ? 1 : 0 })
    .where("id", "=", user.id)
    .execute();
  const ended = disabled ? await revokeIssued(transaction, { of: "user", id: user.id }) : undefined;
  if (disabled) await freezeApplicationsOf(transaction, user.id, actor);
  const target = { kind: "user", name: username } as const;
  const action = disabled ? "user.disabled" : "user.enabled";
  await recordAudit(transaction, { actor, action, target, ...(ended && { after: { ...ended } }) });
  return "changed";
}
setUserDisabled.locks =
  ({ username }: UserStateChange) =>
  async (reader: StoreQueries) => [
    administratorLock,
    userLock(username),
    ...(await applicationLocksOf(reader, username)),
  ];

async function applicationLocksOf(reader: StoreQueries, username: string): Promise<readonly string[]> {
  const user = await findByUsername(reader, username);
  const applications = user === undefined ? [] : await enabledApplicationsOf(reader, user.id);
  return applications.map(({ appid }) => applicationLock(appid));
}

/** A user about to become an administrator, or to be one no longer. */
export interface AdministratorChange {
  readonly username: string;
  readonly administrator: boolean;
  readonly actor: Actor;
}

/**
 * Makes a user an administrator, or takes that away. An account that an application signs in never becomes one: its sessions
 * begin without a password. The locks of the username and of the administrators have to be held.
 */
export async function setAdministrator(
  transaction: StoreQueries,
  { username, administrator, actor }: AdministratorChange,
): Promise<UserChangeOutcome> {
  const user = await findByUsername(transaction, username);
  if (user === undefined) return "not_found";
  if ((user.administrator === 1) === administrator) return "unchanged";
  if (administrator && (await findAccountOrigin(transaction, user.id)) !== undefined) return "not_found";
  if (!administrator && (await isLastAdministrator(transaction, user.id))) return "last_administrator";
  await transaction.kysely
    .updateTable("users")
    .set({ administrator: administrator ? 1 : 0 })
    .where("id", "=", user.id)
    .execute();
  if (!administrator) await endAdministration(transaction, user.id);
  const target = { kind: "user", name: username } as const;
  const action = administrator ? "user.administrator_made" : "user.administrator_withdrawn";
  await recordAudit(transaction, { actor, action, target });
  return "changed";
}
setAdministrator.locks = ({ username }: AdministratorChange) => [administratorLock, userLock(username)];

/** Ends the links that a user made as an administrator: with one, the user would go on deciding who comes in, and as whom. */
export async function endAdministration(transaction: StoreQueries, userId: number): Promise<void> {
  await transaction.kysely.deleteFrom("password_links").where("created_by", "=", userId).execute();
  await withdrawAdministratorInvitations(transaction, userId);
}

/** Whether the platform has more than one user. */
export async function hasSeveralUsers({ kysely }: StoreQueries): Promise<boolean> {
  return (await kysely.selectFrom("users").select("id").limit(2).execute()).length > 1;
}

/** How many users administer the platform, and are enabled. */
export async function countAdministrators({ kysely }: StoreQueries): Promise<number> {
  const { count } = await kysely
    .selectFrom("users")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("administrator", "=", 1)
    .where("disabled", "=", 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function findByUsername({ kysely }: StoreQueries, username: string) {
  return await kysely
    .selectFrom("users")
    .select(["id", "disabled", "administrator"])
    .where("username", "=", username)
    .executeTakeFirst();
}

/** A password about to be replaced without the old one. */
export interface PasswordReset {
  readonly username: string;
  /** The stored form of the new password. */
  readonly passwordHash: string;
  readonly actor: Actor;
}

/**
 * Replaces a password, and ends the user's sessions and the sign-ins that were checked against the old one. The user's
 * lock has to be held.
 *
 * @returns false when there is no such user, or it is an account that never has a password
 */
export async function resetPassword(
  transaction: StoreQueries,
  { username, passwordHash, actor }: PasswordReset,
): Promise<boolean> {
  const { kysely } = transaction;
  const user = await findByUsername(transaction, username);
  if (user === undefined || (await findAccountOrigin(transaction, user.id)) !== undefined) return false;
  await kysely.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", user.id).execute();
  for (const table of ["sessions", "devices", "pending_sign_ins"] as const)
    await kysely.deleteFrom(table).where("user_id", "=", user.id).execute();
  const target = { kind: "user", name: username } as const;
  await recordAudit(transaction, { actor, action: "password.reset", target });
  return true;
}
resetPassword.locks = ({ username }: PasswordReset) => [userLock(username)];
