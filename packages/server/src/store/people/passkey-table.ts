import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { startSession, type NewSession } from "./session-table.ts";
import { userLock } from "../statements/locks.ts";

/** Passkeys that one user may have. */
export const passkeysPerUser = 20;

/** A passkey as its user sees it in the list. */
export interface ListedPasskey {
  readonly id: number;
  readonly credentialId: string;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(
  { kysely }: StoreQueries,
  userId: number,
): Promise<readonly ListedPasskey[]> {
  const rows = await kysely
    .selectFrom("passkeys")
    .select(["id", "credential_id", "transports", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    transports: transportsFrom(row.transports),
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

function transportsFrom(json: string): readonly string[] {
  // The column holds what addPasskey has written.
  return JSON.parse(json) as readonly string[];
}

/** A passkey with what is needed to check a signature. */
export interface KnownPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly userId: number;
  readonly username: string;
}

/** Finds a passkey of a user who is not disabled. */
export async function findPasskey(
  { kysely }: StoreQueries,
  credentialId: string,
): Promise<KnownPasskey | undefined> {
  return kysely
    .selectFrom("passkeys as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["p.credential_id as credentialId", "p.public_key as publicKey"])
    .select(["u.id as userId", "u.username"])
    .where("p.credential_id", "=", credentialId)
    .where("u.disabled", "=", 0)
    .executeTakeFirst();
}

/** A passkey whose registration was checked. */
export interface NewPasskey {
  readonly userId: number;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

/** Why a passkey was not stored. */
export type PasskeyProblem = "too_many" | "known";

/** Stores a passkey. The user's lock has to be held. @returns the problem; undefined when it was stored */
export async function addPasskey(
  transaction: StoreQueries,
  passkey: NewPasskey,
  actor: Actor,
): Promise<PasskeyProblem | undefined> {
  if ((await listPasskeys(transaction, passkey.userId)).length >= passkeysPerUser) return "too_many";
  // A credential belongs to one account (WebAuthn, section 7.1, step 27).
  const inserted = await transaction.kysely
    .insertInto("passkeys")
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      created_at: nowMs,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted === undefined) return "known";
  await auditPasskey(transaction, { actor, action: "passkey.added", name: passkey.name });
  return undefined;
}
addPasskey.locks = (_: NewPasskey, { username }: Actor) => [userLock(username)];

/** Names one passkey of a user. */
export interface OwnPasskey {
  readonly userId: number;
  readonly id: number;
}

/** Removes a passkey of a user; sessions that it began go on. @returns false when the user has none such */
export async function removePasskey(
  transaction: StoreQueries,
  { userId, id }: OwnPasskey,
  actor: Actor,
): Promise<boolean> {
  const removed = await transaction.kysely
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("name")
    .executeTakeFirst();
  if (removed === undefined) return false;
  await auditPasskey(transaction, { actor, action: "passkey.removed", name: removed.name });
  return true;
}
removePasskey.locks = (_: OwnPasskey, { username }: Actor) => [userLock(username)];

async function auditPasskey(
  transaction: StoreQueries,
  { actor, action, name }: { readonly actor: Actor; readonly action: string; readonly name: string },
): Promise<void> {
  const target = { kind: "user", name: actor.username } as const;
  await recordAudit(transaction, { actor, action, target, after: { passkey: name } });
}

/** A signature that was checked. */
export interface PasskeyUse {
  readonly credentialId: string;
  readonly userId: number;
  readonly username: string;
  /** The authenticator's count of signatures. */
  readonly counter: number;
  /** The network address of the request. */
  readonly address: string;
}

/**
 * Notes the use of a passkey. It has to belong to the user still, and its counter has to have grown unless the
 * authenticator does not count (WebAuthn, section 7.2, step 22): otherwise there may be a copy of its private key, and
 * the use is refused and recorded.
 *
 * @returns the stored form of the user's password; undefined when the use was refused
 */
async function usePasskey(
  transaction: StoreQueries,
  { credentialId, userId, username, counter, address }: PasskeyUse,
): Promise<string | undefined> {
  const { kysely } = transaction;
  const user = await kysely
    .selectFrom("passkeys as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select("u.password_hash")
    .where("p.credential_id", "=", credentialId)
    .where("u.id", "=", userId)
    .where("u.disabled", "=", 0)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const { numUpdatedRows } = await kysely
    .updateTable("passkeys")
    .set({ counter, last_used_at: nowMs })
    .where("credential_id", "=", credentialId)
    .where("user_id", "=", userId)
    .where((eb) =>
      eb.or([eb("counter", "<", counter), eb.and([eb("counter", "=", 0), eb.lit(counter === 0)])]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return user.password_hash;
  const actor = { userId, username, address };
  const target = { kind: "user", name: username } as const;
  await recordAudit(transaction, { actor, action: "passkey.counter_refused", target });
  return undefined;
}

/** A sign-in with a passkey. */
export interface PasskeySignIn {
  readonly use: PasskeyUse;
  readonly session: Omit<NewSession, "username" | "passwordHash">;
  /** The sign-in of this browser that waits for its second step; the passkey ends it. */
  readonly pendingHash: string | undefined;
}

/** Begins a session. The user's lock has to be held. @returns false when the passkey was removed or its use refused */
export async function signInWithPasskey(
  transaction: StoreQueries,
  { use, session, pendingHash = "" }: PasskeySignIn,
): Promise<boolean> {
  const passwordHash = await usePasskey(transaction, use);
  if (passwordHash === undefined) return false;
  await transaction.kysely.deleteFrom("pending_sign_ins").where("hash", "=", pendingHash).execute();
  return startSession(transaction, { ...session, username: use.username, passwordHash });
}
signInWithPasskey.locks = ({ use }: PasskeySignIn) => [userLock(use.username)];

/** A step-up with a passkey of the session's user. */
export interface PasskeyStepUp {
  readonly use: PasskeyUse;
  readonly sessionHash: string;
}

/** Notes that the user of a session was there. @returns false when the use was refused or the session has ended */
export async function confirmWithPasskey(
  transaction: StoreQueries,
  { use, sessionHash }: PasskeyStepUp,
): Promise<boolean> {
  if ((await usePasskey(transaction, use)) === undefined) return false;
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("sessions")
    .set({ confirmed_at: nowMs })
    .where("hash", "=", sessionHash)
    .where("user_id", "=", use.userId)
    .where("expires_at", ">", nowMs)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
confirmWithPasskey.locks = ({ use }: PasskeyStepUp) => [userLock(use.username)];
