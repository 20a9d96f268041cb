import { send } from "@survey-open-platform/database";
import { sql } from "kysely";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";

/** A secret as it is kept. */
export interface KeptSecret {
  readonly hash: string;
  readonly lastFour: string;
}

/** The use of a secret is noted this long after the last time, and not with every token. */
const useNotedMilliseconds = 300_000;

/** Whether the last use of the secret `s` was noted a short while ago. */
export const isSecretUseNoted = sql<
  0 | 1
>`case when s.last_used_at > ${nowMs} - ${sql.lit(useNotedMilliseconds)} then 1 else 0 end`;

interface UsedSecret {
  readonly applicationId: number;
  readonly secretHash: string;
}

const markUsed = prepare<UsedSecret>()((db, param) =>
  db
    .updateTable("application_secrets")
    .set({ last_used_at: nowMs })
    .where("application_id", "=", param("applicationId"))
    .where("hash", "=", param("secretHash")),
);

/** Notes that a secret was used. */
export function* recordSecretUse(secret: UsedSecret): StoreSteps<void> {
  yield* send(markUsed, secret);
}

/** A secret as its owner sees it. */
export interface ListedSecret {
  readonly number: number;
  readonly name: string;
  readonly lastFour: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Null for one that stays valid. */
  readonly expiresAt: number | null;
}

function liveSecrets({ kysely }: StoreQueries, applicationId: number) {
  return kysely
    .selectFrom("application_secrets")
    .where("application_id", "=", applicationId)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", nowMs)]))
    .orderBy("number");
}

/** The secrets of an application that are valid, the oldest first. */
export function listSecrets(queries: StoreQueries, applicationId: number): Promise<readonly ListedSecret[]> {
  return liveSecrets(queries, applicationId)
    .select(["number", "name", "last_four as lastFour", "created_at as createdAt"])
    .select(["last_used_at as lastUsedAt", "expires_at as expiresAt"])
    .execute();
}

/** The hashes of the secrets of an application that are valid. */
export async function listLiveHashes(
  queries: StoreQueries,
  applicationId: number,
): Promise<readonly string[]> {
  const rows = await liveSecrets(queries, applicationId).select("hash").execute();
  return rows.map(({ hash }) => hash);
}

/** A secret about to be added. */
export interface NewSecret extends KeptSecret {
  readonly name: string;
  /** Which form made it; null for a declared one. */
  readonly requestHash: string | null;
}

/** Adds a secret. The application's lock has to be held. @returns its number */
export async function insertSecret(
  { kysely }: StoreQueries,
  applicationId: number,
  secret: NewSecret,
): Promise<number> {
  const { number } = await kysely
    .insertInto("application_secrets")
    .values({
      application_id: applicationId,
      hash: secret.hash,
      last_four: secret.lastFour,
      created_at: nowMs,
      number: sql`(select coalesce(max(number), 0) + 1 from application_secrets where application_id = ${applicationId})`,
      name: secret.name,
      expires_at: null,
      last_used_at: null,
      request_hash: secret.requestHash,
    })
    .returning("number")
    .executeTakeFirstOrThrow();
  return number;
}

/** Removes every secret of an application. */
export async function removeSecrets({ kysely }: StoreQueries, applicationId: number): Promise<void> {
  await kysely.deleteFrom("application_secrets").where("application_id", "=", applicationId).execute();
}

/** Makes a secret the only one of an application. */
export async function replaceSecrets(
  transaction: StoreQueries,
  applicationId: number,
  secret: KeptSecret,
): Promise<void> {
  await removeSecrets(transaction, applicationId);
  await insertSecret(transaction, applicationId, { ...secret, name: "", requestHash: null });
}

/** Ends secrets after a time, unless they end before. @returns the numbers of those whose end it changed */
export async function endSecrets(
  { kysely }: StoreQueries,
  { applicationId, numbers, afterMilliseconds }: SecretEnd,
): Promise<readonly number[]> {
  if (numbers.length === 0) return [];
  const end = sql<number>`${nowMs} + ${sql.lit(afterMilliseconds)}`;
  const rows = await kysely
    .updateTable("application_secrets")
    .set({ expires_at: end })
    .where("application_id", "=", applicationId)
    .where("number", "in", [...numbers])
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", end)]))
    .returning("number")
    .execute();
  return rows.map(({ number }) => number);
}

/** Which secrets end, and when. */
export interface SecretEnd {
  readonly applicationId: number;
  readonly numbers: readonly number[];
  /** From now on. */
  readonly afterMilliseconds: number;
}
