import { sql } from "kysely";
import { nowMs, prepare, type StoreQueries } from "../statements/queries.ts";
import type { Refusal } from "../statements/refusal.ts";

/** Attempts on one username, from whatever addresses, before each further one has to wait. */
const freeAttempts = 20;
/** The wait doubles with each attempt: 1 s, 2 s, 4 s and so on, up to this. */
const longestWaitMilliseconds = 900_000;
/** Attempts are forgotten after this time without any. */
const forgottenMilliseconds = 24 * 3_600_000;
/** A wait that is longer than its own length by more than this is from a clock that was set back since. */
const toleranceMilliseconds = 5000;

/**
 * How long the attempt after the one that is being counted has to wait; `attempts` is the count so far. The wait in
 * force is at most as long.
 */
const nextWait = sql<number>`case
  when sign_in_delays.expires_at <= ${nowMs} or sign_in_delays.attempts < ${sql.lit(freeAttempts)} then 0
  when sign_in_delays.attempts >= ${sql.lit(freeAttempts + 10)} then ${sql.lit(longestWaitMilliseconds)}
  else 1000 * (1 << (sign_in_delays.attempts - ${sql.lit(freeAttempts)})) end`;

/** One statement decides and counts, so that attempts at the same time are counted exactly. */
const countAttempt = prepare<{ readonly key: string }>()((db, param) =>
  db
    .insertInto("sign_in_delays")
    .values({
      key_hash: param("key"),
      attempts: 1,
      next_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${sql.lit(forgottenMilliseconds)}`,
    })
    .onConflict((conflict) =>
      conflict
        .column("key_hash")
        .doUpdateSet({
          attempts: sql<number>`case when sign_in_delays.expires_at <= ${nowMs} then 1 else sign_in_delays.attempts + 1 end`,
          next_at: sql<number>`${nowMs} + ${nextWait}`,
          expires_at: sql<number>`${nowMs} + ${sql.lit(forgottenMilliseconds)}`,
        })
        .where((eb) =>
          eb.or([
            sql<boolean>`sign_in_delays.next_at <= ${nowMs}`,
            // Without a wait in force: a statement that waited for another one reads a clock that is behind by its wait.
            sql<boolean>`sign_in_delays.attempts < ${sql.lit(freeAttempts)}`,
            sql<boolean>`sign_in_delays.next_at > ${nowMs} + ${nextWait} + ${sql.lit(toleranceMilliseconds)}`,
          ]),
        ),
    )
    .returning("attempts"),
);

/**
 * Counts an attempt on a username, which has to wait when there were many from all addresses together.
 *
 * @returns the refusal when it came too early; then nothing was counted
 */
export async function claimDelayedAttempt(
  transaction: StoreQueries,
  key: string,
): Promise<Refusal | undefined> {
  const [counted] = await transaction.run(countAttempt, { key });
  if (counted !== undefined) return undefined;
  const row = await transaction.kysely
    .selectFrom("sign_in_delays")
    .select(sql<number>`next_at - ${nowMs}`.as("milliseconds"))
    .where("key_hash", "=", key)
    .executeTakeFirst();
  return { refused: "request_rate_limited", retryAfterSeconds: Math.ceil((row?.milliseconds ?? 0) / 1000) };
}

/** Takes an attempt out of the count: it was the user's own. */
export async function forgetAttempt({ kysely }: StoreQueries, key: string): Promise<void> {
  await kysely
    .updateTable("sign_in_delays")
    .set({ attempts: sql<number>`attempts - 1` })
    .where("key_hash", "=", key)
    .where("attempts", ">", 0)
    .execute();
}
