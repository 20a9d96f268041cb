import { sql } from "kysely";
import { hashToken } from "../../model/token.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { findAccountOrigin } from "./third-party-account-table.ts";
import { userLock } from "../statements/locks.ts";

/** How long a one-time password link can be used. */
export const passwordLinkSeconds = 3600;

/** A user for whom an administrator makes a link. */
export interface PasswordLink {
  readonly hash: string;
  readonly userId: number;
  readonly username: string;
}

/** Makes a link to set a new password; an earlier one of the user no longer works. @returns false for a disabled user, and for an account without a password */
export async function createPasswordLink(
  transaction: StoreQueries,
  { hash, userId, username }: PasswordLink,
  actor: Actor,
): Promise<boolean> {
  const { kysely } = transaction;
  const user = await kysely
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .where("disabled", "=", 0)
    .executeTakeFirst();
  if (user === undefined || (await findAccountOrigin(transaction, userId)) !== undefined) return false;
  await kysely.deleteFrom("password_links").where("user_id", "=", userId).execute();
  await kysely
    .insertInto("password_links")
    .values({
      hash,
      user_id: userId,
      checked_hash: hashToken(user.password_hash),
      created_by: actor.userId,
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${passwordLinkSeconds * 1000}`,
    })
    .execute();
  const target = { kind: "user", name: username } as const;
  await recordAudit(transaction, { actor, action: "user.password_link_made", target });
  return true;
}
createPasswordLink.locks = ({ username }: PasswordLink) => [userLock(username)];

/** A user who may set a new password. */
export interface LinkedUser {
  readonly id: number;
  readonly username: string;
  /** The stored form of the password that the link replaces. */
  readonly passwordHash: string;
}

/**
 * Finds the user of a link that can be used: not after its end, nor after the password was changed or the user disabled
 * since it was made, nor when who made it is no administrator any more.
 */
export async function findPasswordLink(
  { kysely }: StoreQueries,
  hash: string,
): Promise<LinkedUser | undefined> {
  const row = await kysely
    .selectFrom("password_links as l")
    .innerJoin("users as u", "u.id", "l.user_id")
    .select(["u.id", "u.username", "u.password_hash as passwordHash", "l.checked_hash"])
    .where("l.hash", "=", hash)
    .where("l.expires_at", ">", nowMs)
    .where("u.disabled", "=", 0)
    .where((eb) =>
      eb.or([
        eb("l.created_by", "is", null),
        eb.exists(
          eb
            .selectFrom("users as a")
            .select("a.id")
            .whereRef("a.id", "=", "l.created_by")
            .where("a.administrator", "=", 1)
            .where("a.disabled", "=", 0),
        ),
      ]),
    )
    .executeTakeFirst();
  if (row === undefined || row.checked_hash !== hashToken(row.passwordHash)) return undefined;
  const { id, username, passwordHash } = row;
  return { id, username, passwordHash };
}

/** A new password that a user sets with a link. */
export interface LinkedPasswordReset {
  readonly hash: string;
  /** Of the user whose link it is. */
  readonly username: string;
  readonly passwordHash: string;
  /** The network address of the request. */
  readonly address: string;
}

/**
 * Sets a password with a link, uses the link up, and ends the user's sessions, known browsers and sign-ins between their
 * steps. The second factor stays. The user's lock has to be held.
 *
 * @returns false when the link cannot be used
 */
export async function resetPasswordByLink(
  transaction: StoreQueries,
  { hash, passwordHash, address }: LinkedPasswordReset,
): Promise<boolean> {
  const user = await findPasswordLink(transaction, hash);
  if (user === undefined) return false;
  const { kysely } = transaction;
  const { numDeletedRows } = await kysely
    .deleteFrom("password_links")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await kysely.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", user.id).execute();
  for (const table of ["sessions", "devices", "pending_sign_ins"] as const)
    await kysely.deleteFrom(table).where("user_id", "=", user.id).execute();
  const actor = { userId: user.id, username: user.username, address };
  const target = { kind: "user", name: user.username } as const;
  await recordAudit(transaction, { actor, action: "password.reset", target });
  return true;
}
resetPasswordByLink.locks = ({ username }: LinkedPasswordReset) => [userLock(username)];
