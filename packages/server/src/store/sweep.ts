import { nowMs, type StoreQueries } from "./queries.ts";

/** Rows deleted at a time, so that a sweep never holds up the requests that wait for the next commit. */
const rowsPerStep = 500;

const expiring = [
  { table: "sessions", key: "hash", until: "expires_at" },
  { table: "authorization_requests", key: "hash", until: "expires_at" },
  { table: "authorization_codes", key: "hash", until: "kept_until" },
  { table: "user_access_tokens", key: "hash", until: "expires_at" },
  { table: "refresh_tokens", key: "hash", until: "expires_at" },
  { table: "sign_in_delays", key: "key_hash", until: "expires_at" },
  { table: "devices", key: "hash", until: "expires_at" },
  { table: "rate_limits", key: "key_hash", until: "empty_at" },
] as const;

/**
 * Deletes a step's worth of what has expired, to keep the tables small. Validity never depends on it:
 * every look-up compares the time itself.
 *
 * @returns how many rows went; 0 when there is nothing left to do
 */
export async function sweepExpired(transaction: StoreQueries): Promise<number> {
  let deleted = 0;
  for (const { table, key, until } of expiring) {
    const result = await transaction.kysely
      .deleteFrom(table)
      .where(key, "in", (eb) => eb.selectFrom(table).select(key).where(until, "<=", nowMs).limit(rowsPerStep))
      // Asked again of the row itself: a bucket may have been filled since the list was made.
      .where(until, "<=", nowMs)
      .executeTakeFirst();
    deleted += Number(result.numDeletedRows);
  }
  return deleted;
}
