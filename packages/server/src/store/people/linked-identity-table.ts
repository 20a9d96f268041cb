import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { findUnlinkedIdentity, type Identity } from "./provider-sign-in-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { startSession, type NewSession } from "./session-table.ts";
import { userFromRow, type UserWithPassword } from "./user-table.ts";
import { userLock } from "../statements/locks.ts";

/** An account at a provider as its user sees it in the list. */
export interface LinkedIdentity extends Identity {
  readonly id: number;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** The accounts at providers that sign a user in, the oldest first. */
export function listLinkedIdentities(
  { kysely }: StoreQueries,
  userId: number,
): Promise<readonly LinkedIdentity[]> {
  return kysely
    .selectFrom("linked_identities")
    .select(["id", "issuer", "subject", "label", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** Finds the user of an account at a provider, by issuer and subject alone (OpenID Connect Core, section 5.7). */
export async function findUserByIdentity(
  { kysely }: StoreQueries,
  { issuer, subject }: Pick<Identity, "issuer" | "subject">,
): Promise<UserWithPassword | undefined> {
  const row = await kysely
    .selectFrom("linked_identities as i")
    .innerJoin("users as u", "u.id", "i.user_id")
    .selectAll("u")
    .where("i.issuer", "=", issuer)
    .where("i.subject", "=", subject)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...userFromRow(row), passwordHash: row.password_hash };
}

/** An account at a provider that is linked to the one of a user. */
export interface NewLink {
  readonly userId: number;
  readonly identity: Identity;
}

/** Links an account at a provider. @returns false when it signs in another user */
export async function linkIdentity(
  transaction: StoreQueries,
  { userId, identity }: NewLink,
  actor: Actor,
): Promise<boolean> {
  const { kysely } = transaction;
  const linked = await kysely
    .insertInto("linked_identities")
    .values({ ...identity, user_id: userId, created_at: nowMs, last_used_at: null })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (linked !== undefined) {
    await auditIdentity(transaction, { actor, action: "identity.linked", identity });
    return true;
  }
  return (await findUserByIdentity(transaction, identity))?.id === userId;
}
linkIdentity.locks = (_: NewLink, { username }: Actor) => [userLock(username)];

async function auditIdentity(
  transaction: StoreQueries,
  event: {
    readonly actor: Actor;
    readonly action: string;
    readonly identity: Pick<Identity, "issuer" | "label">;
  },
): Promise<void> {
  const { actor, action, identity } = event;
  const target = { kind: "user", name: actor.username } as const;
  const after = { issuer: identity.issuer, label: identity.label };
  await recordAudit(transaction, { actor, action, target, after });
}

/** Unlinks an account at a provider from the one of a user. @returns false when the user has none such */
export async function unlinkIdentity(
  transaction: StoreQueries,
  { userId, id }: { readonly userId: number; readonly id: number },
  actor: Actor,
): Promise<boolean> {
  const identity = await transaction.kysely
    .deleteFrom("linked_identities")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning(["issuer", "label"])
    .executeTakeFirst();
  if (identity === undefined) return false;
  await auditIdentity(transaction, { actor, action: "identity.unlinked", identity });
  return true;
}
unlinkIdentity.locks = (_: unknown, { username }: Actor) => [userLock(username)];

/** Links the account at a provider that waits in a browser, in the transaction that creates the user. */
export async function linkWaitingIdentity(
  transaction: StoreQueries,
  { browserHash, userId }: { readonly browserHash: string; readonly userId: number },
  actor: Actor,
): Promise<void> {
  const identity = await findUnlinkedIdentity(transaction, browserHash);
  if (identity === undefined) return;
  await transaction.kysely
    .deleteFrom("unlinked_identities")
    .where("browser_hash", "=", browserHash)
    .execute();
  const { issuer, subject, label } = identity;
  await linkIdentity(transaction, { userId, identity: { issuer, subject, label } }, actor);
}

/** A sign-in with an account at a provider. */
export interface IdentitySignIn {
  readonly identity: Identity;
  readonly user: UserWithPassword;
  readonly session: Omit<NewSession, "username" | "passwordHash">;
}

/**
 * Begins a session of the user of an account at a provider. A provider may sign in without asking, so the session does not count
 * as just confirmed. The user's lock has to be held.
 *
 * @returns false when the account was unlinked, the password changed or the user disabled meanwhile
 */
export async function signInWithIdentity(
  transaction: StoreQueries,
  { identity, user, session }: IdentitySignIn,
): Promise<boolean> {
  const { kysely } = transaction;
  const { numUpdatedRows } = await kysely
    .updateTable("linked_identities")
    .set({ last_used_at: nowMs })
    .where("issuer", "=", identity.issuer)
    .where("subject", "=", identity.subject)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const { username, passwordHash } = user;
  if (!(await startSession(transaction, { ...session, username, passwordHash }))) return false;
  await kysely.updateTable("sessions").set({ confirmed_at: 0 }).where("hash", "=", session.hash).execute();
  return true;
}
signInWithIdentity.locks = ({ user }: IdentitySignIn) => [userLock(user.username)];
