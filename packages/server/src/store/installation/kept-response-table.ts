import { sql } from "kysely";
import { nowMs, prepare, type StoreQueries } from "../statements/queries.ts";

const keptMilliseconds = 24 * 3_600_000;

/** The response to a call with an idempotency key, or to a form that makes something once. */
export interface KeptResponse {
  /** Names the key and the call that it was sent with, or the form. */
  readonly keyHash: string;
  readonly bodyHash: string;
  /** JSON text of the data. */
  readonly response: string;
}

const findByKey = prepare<{ readonly keyHash: string }>()((db, param) =>
  db
    .selectFrom("kept_responses")
    .select(["key_hash as keyHash", "body_hash as bodyHash", "response"])
    .where("key_hash", "=", param("keyHash"))
    .where("expires_at", ">", nowMs),
);

/** Finds the response to an earlier call with the same key. */
export async function findKeptResponse(
  transaction: StoreQueries,
  keyHash: string,
): Promise<KeptResponse | undefined> {
  const [kept] = await transaction.run(findByKey, { keyHash });
  return kept;
}

const keep = prepare<KeptResponse>()((db, param) =>
  db
    .insertInto("kept_responses")
    .values({
      key_hash: param("keyHash"),
      body_hash: param("bodyHash"),
      response: param("response"),
      expires_at: sql<number>`${nowMs} + ${sql.lit(keptMilliseconds)}`,
    })
    .onConflict((conflict) =>
      conflict.column("key_hash").doUpdateSet((eb) => ({
        body_hash: eb.ref("excluded.body_hash"),
        response: eb.ref("excluded.response"),
        expires_at: eb.ref("excluded.expires_at"),
      })),
    ),
);

/** Keeps a response for a day, in place of one that has expired. */
export async function keepResponse(transaction: StoreQueries, response: KeptResponse): Promise<void> {
  await transaction.run(keep, response);
}
