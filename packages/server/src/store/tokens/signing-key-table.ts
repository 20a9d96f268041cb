import { rowsOf } from "@survey-open-platform/database";
import { sql, type SqlBool } from "kysely";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";

/** How long a key signs before the next one does. */
export const signingKeyDays = 90;

/** How long the next key is published before it signs, so that who keeps the published keys has it by then. */
export const publishedBeforeDays = 1;

/** How long a key stays published after it has signed for the last time: longer than anything lives that it signed. */
export const publishedAfterDays = 2;

const dayMilliseconds = 86_400_000;

/** A key that was just made. */
export interface NewSigningKey {
  readonly kid: string;
  /** A JWK, as JSON. */
  readonly publicKey: string;
  /** A JWK as JSON, sealed or not. */
  readonly privateKey: string;
  readonly isSealed: boolean;
}

/** A key that is published. */
export interface PublishedSigningKey {
  readonly kid: string;
  readonly publicKey: string;
  readonly createdAt: number;
  readonly signsFrom: number;
  readonly endsAt: number;
  /** Whether what is signed now is signed with it. */
  readonly signs: boolean;
}

/** The keys with which signatures can be checked now, the newest last. */
export async function listSigningKeys({ kysely }: StoreQueries): Promise<readonly PublishedSigningKey[]> {
  const keys = await kysely
    .selectFrom("signing_keys")
    .select(["kid", "public_key as publicKey", "created_at as createdAt"])
    .select(["signs_from as signsFrom", "ends_at as endsAt"])
    .select(sql<0 | 1>`case when signs_from <= ${nowMs} then 1 else 0 end`.as("hasBegun"))
    .where("ends_at", ">", nowMs)
    .orderBy("signs_from")
    .orderBy("kid")
    .execute();
  const signing = keys.findLast(({ hasBegun }) => hasBegun === 1);
  return keys.map(({ kid, publicKey, createdAt, signsFrom, endsAt }) => ({
    kid,
    publicKey,
    createdAt,
    signsFrom,
    endsAt,
    signs: kid === signing?.kid,
  }));
}

/** What signs right now, with the time of the database. */
export interface SigningKeyInUse {
  readonly kid: string;
  readonly privateKey: string;
  readonly isSealed: 0 | 1;
  readonly now: number;
}

const signingKeyInUse = prepare<object>()((db) =>
  db
    .selectFrom("signing_keys")
    .select(["kid", "private_key as privateKey", "is_sealed as isSealed", nowMs.as("now")])
    .where("signs_from", "<=", nowMs)
    .where("ends_at", ">", nowMs)
    .orderBy("signs_from", "desc")
    .orderBy("kid", "desc")
    .limit(1),
);

/** Reads the key that signs now: in the transaction of what it signs, so that a key that was revoked before never does. */
export function* findSigningKey(): StoreSteps<SigningKeyInUse | undefined> {
  return (yield* rowsOf(signingKeyInUse, {}))[0];
}

/** Whether there is no key, or the newest one has signed for so long that the next is to be published. */
export async function needsSigningKey({ kysely }: StoreQueries): Promise<boolean> {
  const fresh = await kysely
    .selectFrom("signing_keys")
    .select("kid")
    .where(isNewEnough())
    .limit(1)
    .executeTakeFirst();
  return fresh === undefined;
}

/** Of a key: that no next one is due. */
function isNewEnough() {
  const age = (signingKeyDays - publishedBeforeDays) * dayMilliseconds;
  return sql<SqlBool>`ends_at > ${nowMs} and signs_from > ${nowMs} - ${sql.lit(age)}`;
}

/**
 * Publishes a key that signs a day later, or at once when there is none, unless another node has done so.
 *
 * @returns whether it was needed
 */
export async function addDueSigningKey(transaction: StoreQueries, key: NewSigningKey): Promise<boolean> {
  if (!(await needsSigningKey(transaction))) return false;
  const signing = (await listSigningKeys(transaction)).at(-1);
  await insertKey(transaction, key, signing === undefined ? 0 : publishedBeforeDays);
  return true;
}
addDueSigningKey.locks = () => [signingKeysLock];

/** Makes a key sign from now on; the others stay published for two days. */
export async function rotateSigningKey(
  transaction: StoreQueries,
  key: NewSigningKey,
  actor: Actor,
): Promise<void> {
  await transaction.kysely.deleteFrom("signing_keys").where("signs_from", ">", nowMs).execute();
  await insertKey(transaction, key, 0);
  await recordAudit(transaction, {
    actor,
    action: "signing_key.rotated",
    target: platform,
    after: { kid: key.kid },
  });
}
rotateSigningKey.locks = () => [signingKeysLock];

/**
 * Ends a key at once: what it signed is refused by everybody who reads the published keys again.
 *
 * @param replacement signs from now on if that key did
 * @returns whether there was such a key
 */
export async function revokeSigningKey(
  transaction: StoreQueries,
  { kid, replacement }: { readonly kid: string; readonly replacement: NewSigningKey },
  actor: Actor,
): Promise<boolean> {
  const keys = await listSigningKeys(transaction);
  const revoked = keys.find((key) => key.kid === kid);
  if (revoked === undefined) return false;
  await transaction.kysely.deleteFrom("signing_keys").where("kid", "=", kid).execute();
  if (revoked.signs) await insertKey(transaction, replacement, 0);
  await recordAudit(transaction, { actor, action: "signing_key.revoked", target: platform, after: { kid } });
  return true;
}
revokeSigningKey.locks = () => [signingKeysLock];

const platform = { kind: "platform", name: "signing keys" } as const;

/** Held while a key is added or ended: one of many nodes does it. */
const signingKeysLock = "signing keys";

/** Those before it stay published until two days after it signs. */
async function insertKey({ kysely }: StoreQueries, key: NewSigningKey, inDays: number): Promise<void> {
  const signsFrom = sql<number>`${nowMs} + ${sql.lit(inDays * dayMilliseconds)}`;
  const after = (days: number) => sql<number>`${signsFrom} + ${sql.lit(days * dayMilliseconds)}`;
  await kysely
    .updateTable("signing_keys")
    .set({ ends_at: after(publishedAfterDays) })
    .where("ends_at", ">", nowMs)
    .execute();
  // The newest signs, also of two that were made in the same millisecond.
  await kysely
    .updateTable("signing_keys")
    .set({ signs_from: sql<number>`${nowMs} - 1` })
    .where("signs_from", "=", nowMs)
    .execute();
  await kysely
    .insertInto("signing_keys")
    .values({
      kid: key.kid,
      public_key: key.publicKey,
      private_key: key.privateKey,
      is_sealed: key.isSealed ? 1 : 0,
      created_at: nowMs,
      signs_from: signsFrom,
      ends_at: after(signingKeyDays + publishedAfterDays),
    })
    .execute();
}
