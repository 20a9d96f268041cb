import { sql } from "kysely";
import { nowMs, type StoreQueries } from "./queries.ts";

/** A signature of a request that changes something, taken by one hub. */
export interface SignatureUse {
  /** In base64url. */
  readonly signature: string;
  /** How long it has to be remembered. */
  readonly keepMilliseconds: number;
}

/**
 * Takes a signature by one insert: of any number of requests at once, over all hubs, a single one gets it.
 *
 * @returns false when it was taken before
 */
export async function claimSignature(
  transaction: StoreQueries,
  { signature, keepMilliseconds }: SignatureUse,
): Promise<boolean> {
  const row = await transaction.kysely
    .insertInto("used_signatures")
    .values({ signature, expires_at: sql<number>`${nowMs} + ${keepMilliseconds}` })
    .onConflict((conflict) => conflict.column("signature").doNothing())
    .returning("signature")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes what is remembered for long enough. @returns how many */
export async function sweepSignatures(transaction: StoreQueries): Promise<number> {
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom("used_signatures")
    .where("expires_at", "<=", nowMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
