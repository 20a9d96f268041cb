import { sql } from "kysely";
import { hashToken } from "../../model/token.ts";
import { findTotpStep, hashRecoveryCode } from "../../model/totp.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { rateLimitKey } from "../installation/rate-limit-table.ts";
import type { Refusal } from "../statements/refusal.ts";
import { startSession, type NewSession } from "./session-table.ts";
import { forgetAttempt, claimDelayedAttempt } from "./sign-in-delay-table.ts";
import { userLock } from "../statements/locks.ts";

/** How long a user may take for the second step. */
export const pendingSignInSeconds = 600;

/** What a user has beside the password. */
export interface SecondFactor {
  /** Whether signing in asks for a code. */
  readonly isOn: boolean;
  /** A secret that was not confirmed yet; it is shown until then and never again. */
  readonly unconfirmedSecret: string | undefined;
  readonly recoveryCodesLeft: number;
}

/** Reads what a user has beside the password. */
export async function findSecondFactor({ kysely }: StoreQueries, userId: number): Promise<SecondFactor> {
  const totp = await kysely
    .selectFrom("totp_secrets")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const codes = await kysely
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const isOn = totp !== undefined && totp.confirmed_at !== null;
  return {
    isOn,
    unconfirmedSecret: totp === undefined || isOn ? undefined : totp.secret,
    recoveryCodesLeft: Number(codes?.count ?? 0),
  };
}

/** Stores a secret that has to be confirmed with a code; one that is in use stays. */
export async function beginTotp(
  { kysely }: StoreQueries,
  { userId, secret }: { readonly userId: number; readonly secret: string },
): Promise<void> {
  await kysely
    .insertInto("totp_secrets")
    .values({ user_id: userId, secret, last_step: 0, created_at: nowMs, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret, last_step: 0, created_at: nowMs })
        .where("totp_secrets.confirmed_at", "is", null),
    )
    .execute();
}

/** A code with which a user turns the second factor on. */
export interface TotpConfirmation {
  readonly userId: number;
  readonly code: string;
  /** The new recovery codes. */
  readonly recoveryCodes: readonly string[];
}

/** Turns the second factor on. @returns whether the code was right */
export async function confirmTotp(
  transaction: StoreQueries,
  { userId, code, recoveryCodes }: TotpConfirmation,
  actor: Actor,
): Promise<boolean> {
  const { kysely } = transaction;
  const row = await kysely
    .selectFrom("totp_secrets")
    .select(["secret", nowMs.as("now")])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  const step = row && findTotpStep(row.secret, code, row.now);
  if (row === undefined || step === undefined) return false;
  const { numUpdatedRows } = await kysely
    .updateTable("totp_secrets")
    .set({ confirmed_at: nowMs, last_step: step })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("secret", "=", row.secret)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await replaceRecoveryCodes(transaction, { userId, recoveryCodes });
  await auditFactor(transaction, actor, "second_factor.on");
  return true;
}
confirmTotp.locks = (_: TotpConfirmation, { username }: Actor) => [userLock(username)];

/** New recovery codes of a user. */
export interface NewRecoveryCodes {
  readonly userId: number;
  readonly recoveryCodes: readonly string[];
}

/** Replaces the recovery codes of a user who has the second factor on. @returns false without it */
export async function renewRecoveryCodes(
  transaction: StoreQueries,
  codes: NewRecoveryCodes,
  actor: Actor,
): Promise<boolean> {
  if (!(await findSecondFactor(transaction, codes.userId)).isOn) return false;
  await replaceRecoveryCodes(transaction, codes);
  await auditFactor(transaction, actor, "recovery_codes.renewed");
  return true;
}
renewRecoveryCodes.locks = (_: NewRecoveryCodes, { username }: Actor) => [userLock(username)];

async function replaceRecoveryCodes(
  { kysely }: StoreQueries,
  { userId, recoveryCodes }: NewRecoveryCodes,
): Promise<void> {
  await kysely.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const rows = recoveryCodes.map((code) => ({ user_id: userId, hash: hashRecoveryCode(code) }));
  await kysely.insertInto("recovery_codes").values(rows).execute();
}

/** A user whose second factor is removed. */
export interface FactorOwner {
  readonly userId: number;
  readonly username: string;
}

/** Turns the second factor of a user off. @returns false when it was off */
export function removeSecondFactor(
  transaction: StoreQueries,
  owner: FactorOwner,
  actor: Actor,
): Promise<boolean> {
  return removeFactors(transaction, owner, {
    tables: ["totp_secrets", "recovery_codes"],
    action: "second_factor.off",
    actor,
  });
}
removeSecondFactor.locks = ({ username }: FactorOwner) => [userLock(username)];

/**
 * Removes everything by which a user signs in beside the password: app, recovery codes and passkeys. For users who have lost
 * them and ask an administrator. @returns false when there was nothing to remove
 */
export function resetSecondFactor(
  transaction: StoreQueries,
  owner: FactorOwner,
  actor: Actor,
): Promise<boolean> {
  return removeFactors(transaction, owner, {
    tables: ["totp_secrets", "recovery_codes", "passkeys"],
    action: "second_factor.reset",
    actor,
  });
}
resetSecondFactor.locks = ({ username }: FactorOwner) => [userLock(username)];

interface FactorRemoval {
  readonly tables: readonly ("totp_secrets" | "recovery_codes" | "passkeys")[];
  readonly action: string;
  readonly actor: Actor;
}

async function removeFactors(
  transaction: StoreQueries,
  { userId, username }: FactorOwner,
  { tables, action, actor }: FactorRemoval,
): Promise<boolean> {
  let removed = 0n;
  for (const table of tables) {
    const result = await transaction.kysely
      .deleteFrom(table)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    removed += result.numDeletedRows;
  }
  if (removed === 0n) return false;
  await recordAudit(transaction, { actor, action, target: { kind: "user", name: username } });
  return true;
}

async function auditFactor(transaction: StoreQueries, actor: Actor, action: string): Promise<void> {
  await recordAudit(transaction, { actor, action, target: { kind: "user", name: actor.username } });
}

/** A sign-in whose password was right and whose code is still to come. */
export interface PendingSignIn {
  readonly hash: string;
  readonly userId: number;
  /** The stored form that the password was checked against. */
  readonly passwordHash: string;
}

/** Keeps a sign-in until its second step. */
export async function beginPendingSignIn(
  { kysely }: StoreQueries,
  { hash, userId, passwordHash }: PendingSignIn,
): Promise<void> {
  await kysely
    .insertInto("pending_sign_ins")
    .values({
      hash,
      user_id: userId,
      checked_hash: hashToken(passwordHash),
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${pendingSignInSeconds * 1000}`,
    })
    .execute();
}

/** The second step of a sign-in. */
export interface SecondStep {
  readonly pendingHash: string;
  /** A code of the authenticator app, or a recovery code. */
  readonly code: string;
  readonly session: Omit<NewSession, "username" | "passwordHash">;
  /** Of the pending sign-in. */
  readonly username: string;
}

/** How a second step ended. */
export type SecondStepResult = "signed_in" | "wrong_code" | "expired" | Refusal;

/**
 * Finishes a sign-in with a code. Attempts are counted for the user before the code is checked. A code of the app is taken
 * once (RFC 6238, section 5.2), a recovery code once ever, however many requests bring it at once. A sign-in ends here when
 * the password was changed or the user disabled since the first step.
 */
export async function finishSignIn(
  transaction: StoreQueries,
  { pendingHash, code, session }: SecondStep,
): Promise<SecondStepResult> {
  const pending = await findPending(transaction, pendingHash);
  if (pending === undefined) return "expired";
  const key = rateLimitKey("second-factor", String(pending.userId));
  const refusal = await claimDelayedAttempt(transaction, key);
  if (refusal !== undefined) return refusal;
  if (!(await takeCode(transaction, pending.userId, code))) return "wrong_code";
  const { username, passwordHash } = pending;
  if (!(await startSession(transaction, { ...session, username, passwordHash }))) return "expired";
  await transaction.kysely.deleteFrom("pending_sign_ins").where("hash", "=", pendingHash).execute();
  await forgetAttempt(transaction, key);
  return "signed_in";
}
finishSignIn.locks = ({ username }: SecondStep) => [userLock(username)];

/** The username of a pending sign-in, for the log; undefined when it has ended. */
export async function findPending({ kysely }: StoreQueries, hash: string) {
  const row = await kysely
    .selectFrom("pending_sign_ins as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["u.id as userId", "u.username", "u.password_hash as passwordHash", "p.checked_hash"])
    .where("p.hash", "=", hash)
    .where("p.expires_at", ">", nowMs)
    .where("u.disabled", "=", 0)
    .executeTakeFirst();
  return row?.checked_hash === hashToken(row?.passwordHash ?? "") ? row : undefined;
}

async function takeCode(transaction: StoreQueries, userId: number, code: string): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(digits)
    ? takeTotpCode(transaction, userId, digits)
    : takeRecoveryCode(transaction, userId, code);
}

async function takeTotpCode({ kysely }: StoreQueries, userId: number, code: string): Promise<boolean> {
  const row = await kysely
    .selectFrom("totp_secrets")
    .select(["secret", nowMs.as("now")])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  const step = row && findTotpStep(row.secret, code, row.now);
  if (step === undefined) return false;
  const { numUpdatedRows } = await kysely
    .updateTable("totp_secrets")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function takeRecoveryCode({ kysely }: StoreQueries, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("hash", "=", hashRecoveryCode(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
