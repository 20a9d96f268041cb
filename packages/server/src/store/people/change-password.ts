import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { forgetSignInAttempt, type RecordedAttempt } from "./session-table.ts";
import { userLock } from "../statements/locks.ts";

/** A new password of a user who gave the old one. */
export interface PasswordChange {
  readonly userId: number;
  /** The stored form that the old password was checked against. */
  readonly checked: string;
  /** The stored form of the new password. */
  readonly passwordHash: string;
  /** The session in which the password is changed; all others end. */
  readonly sessionHash: string;
  /** What the browser is recognised by; all others are forgotten. */
  readonly deviceHash: string | undefined;
  /** The check of the old password; it no longer counts as an attempt. */
  readonly attempt: RecordedAttempt;
}

/**
 * Changes a password, if the old one is still the one that was checked, and ends every other session with its open
 * consent pages. A sign-in that was checked against the old password gets no session, because that compares the stored form
 * again. The user's lock has to be held.
 *
 * @returns whether it was changed
 */
export async function changePassword(
  transaction: StoreQueries,
  { userId, checked, passwordHash, sessionHash, deviceHash = "", attempt }: PasswordChange,
  actor: Actor,
): Promise<boolean> {
  const { kysely } = transaction;
  const { numUpdatedRows } = await kysely
    .updateTable("users")
    .set({ password_hash: passwordHash })
    .where("id", "=", userId)
    .where("password_hash", "=", checked)
    .where("disabled", "=", 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await kysely
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("hash", "!=", sessionHash)
    .execute();
  await kysely.deleteFrom("devices").where("user_id", "=", userId).where("hash", "!=", deviceHash).execute();
  await kysely.deleteFrom("pending_sign_ins").where("user_id", "=", userId).execute();
  await kysely.updateTable("sessions").set({ confirmed_at: nowMs }).where("hash", "=", sessionHash).execute();
  await forgetSignInAttempt(transaction, attempt);
  const target = { kind: "user", name: actor.username } as const;
  await recordAudit(transaction, { actor, action: "password.changed", target });
  return true;
}
changePassword.locks = (_: PasswordChange, { username }: Actor) => [userLock(username)];
