import { sql } from "kysely";
import type { ObservedRecord } from "./token-record.ts";
import { nowMs, prepare, type StoreQueries } from "./queries.ts";

/** How many mints there may be: `burst` at once, and then evenly spread. */
export interface MintBudget {
  readonly perHour: number;
  readonly burst: number;
}

/** A try to take the lease. */
export interface LeaseRequest {
  readonly appid: string;
  /** The epoch that was seen. */
  readonly epoch: number;
  readonly leaseMilliseconds: number;
  readonly budget: MintBudget;
}

/** The outcome. */
export type LeaseResult =
  | { readonly outcome: "acquired"; readonly record: ObservedRecord }
  | { readonly outcome: "refused" }
  | { readonly outcome: "over_budget"; readonly retryAfterSeconds: number };

/** A token to be stored. */
export interface MintedRecord {
  readonly appid: string;
  readonly epoch: number;
  readonly fingerprint: string;
  readonly ciphertext: string;
  readonly expiresInSeconds: number;
}

/** An application's row in its observed form. */
export interface ObservedRow extends ObservedRecord {
  readonly appid: string;
}

const hourMilliseconds = 3_600_000;

const observed = [
  "appid",
  "version",
  "epoch",
  "fingerprint",
  "token_ciphertext as ciphertext",
  "minted_at as mintedAt",
  "expires_in_seconds as expiresInSeconds",
  "in_doubt as inDoubt",
  sql<number>`case when lease_until > ${nowMs} then lease_until - ${nowMs} else 0 end`.as(
    "leaseLeftMilliseconds",
  ),
  sql<number>`${nowMs} - minted_at`.as("ageMilliseconds"),
] as const;

const listRecordsQuery = prepare<object>()((db) => db.selectFrom("team_tokens").select(observed));

const findRecordQuery = prepare<{ readonly appid: string }>()((db, param) =>
  db.selectFrom("team_tokens").select(observed).where("appid", "=", param("appid")),
);

/** Every application's record. */
export async function listRecords(queries: StoreQueries): Promise<readonly ObservedRow[]> {
  return await queries.run(listRecordsQuery, {});
}

/** An application's record; undefined for one that no hub has had yet. */
export async function findRecord(queries: StoreQueries, appid: string): Promise<ObservedRecord | undefined> {
  const [row] = await queries.run(findRecordQuery, { appid });
  return row;
}

/** Makes a record without a token, unless there is one. */
export async function ensureRecord(transaction: StoreQueries, appid: string): Promise<void> {
  await transaction.kysely
    .insertInto("team_tokens")
    .values({
      appid,
      version: 0,
      epoch: 0,
      lease_until: 0,
      fingerprint: "",
      token_ciphertext: "",
      minted_at: 0,
      expires_in_seconds: 0,
      in_doubt: null,
      in_doubt_since: 0,
      budget_whole_at: 0,
    })
    .onConflict((conflict) => conflict.column("appid").doNothing())
    .execute();
}

const budgetStart = sql<number>`case when budget_whole_at > ${nowMs} then budget_whole_at else ${nowMs} end`;

/**
 * Takes the lease by one conditional update: of any number of hubs at once, a single one gets it. One mint is taken
 * from the budget with it.
 */
export async function acquireLease(
  transaction: StoreQueries,
  { appid, epoch, leaseMilliseconds, budget }: LeaseRequest,
): Promise<LeaseResult> {
  const interval = hourMilliseconds / budget.perHour;
  const reach = (budget.burst - 1) * interval;
  const row = await transaction.kysely
    .updateTable("team_tokens")
    .set({
      epoch: epoch + 1,
      lease_until: sql<number>`${nowMs} + ${leaseMilliseconds}`,
      budget_whole_at: sql<number>`${budgetStart} + ${interval}`,
    })
    .where("appid", "=", appid)
    .where("epoch", "=", epoch)
    .where("lease_until", "<=", nowMs)
    .where(sql<boolean>`${budgetStart} - ${nowMs} <= ${reach}`)
    .returning(observed)
    .executeTakeFirst();
  if (row !== undefined) return { outcome: "acquired", record: row };
  return await refusalOf(transaction, { appid, epoch, reach });
}

async function refusalOf(
  transaction: StoreQueries,
  { appid, epoch, reach }: { readonly appid: string; readonly epoch: number; readonly reach: number },
): Promise<LeaseResult> {
  const row = await transaction.kysely
    .selectFrom("team_tokens")
    .select(sql<number>`${budgetStart} - ${nowMs} - ${reach}`.as("excess"))
    .where("appid", "=", appid)
    .where("epoch", "=", epoch)
    .where("lease_until", "<=", nowMs)
    .executeTakeFirst();
  if (row === undefined || row.excess <= 0) return { outcome: "refused" };
  return { outcome: "over_budget", retryAfterSeconds: Math.max(1, Math.ceil(row.excess / 1000)) };
}

/** What an epoch wants done; nothing is done when the epoch is no longer the record's. */
export interface EpochOf {
  readonly appid: string;
  readonly epoch: number;
}

/** Notes that the epoch is about to send. @returns whether the epoch is still the record's */
export async function markInDoubt(transaction: StoreQueries, { appid, epoch }: EpochOf): Promise<boolean> {
  const row = await transaction.kysely
    .updateTable("team_tokens")
    .set({ in_doubt: epoch, in_doubt_since: nowMs })
    .where("appid", "=", appid)
    .where("epoch", "=", epoch)
    .returning("epoch")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a token as the next version, clears the marker and gives the lease back. A second try after a first one
 * that worked finds its marker gone, and changes nothing.
 *
 * @returns undefined when another hub has taken over
 */
export async function storeToken(
  transaction: StoreQueries,
  { appid, epoch, fingerprint, ciphertext, expiresInSeconds }: MintedRecord,
): Promise<ObservedRecord | undefined> {
  return await transaction.kysely
    .updateTable("team_tokens")
    .set({
      version: sql<number>`version + 1`,
      fingerprint,
      token_ciphertext: ciphertext,
      minted_at: sql<number>`in_doubt_since`,
      expires_in_seconds: expiresInSeconds,
      in_doubt: null,
      lease_until: 0,
    })
    .where("appid", "=", appid)
    .where("epoch", "=", epoch)
    .where("in_doubt", "=", epoch)
    .returning(observed)
    .executeTakeFirst();
}

/** Gives the lease back. @returns whether the epoch was still the record's */
export async function releaseLease(
  transaction: StoreQueries,
  { appid, epoch, keepMarker }: EpochOf & { readonly keepMarker: boolean },
): Promise<boolean> {
  const row = await transaction.kysely
    .updateTable("team_tokens")
    .set({ lease_until: 0, ...(!keepMarker && { in_doubt: null }) })
    .where("appid", "=", appid)
    .where("epoch", "=", epoch)
    .returning("epoch")
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts the same token there under another key, unless it was replaced meanwhile. */
export async function resealToken(
  transaction: StoreQueries,
  { appid, before, after }: { readonly appid: string; readonly before: string; readonly after: string },
): Promise<void> {
  await transaction.kysely
    .updateTable("team_tokens")
    .set({ token_ciphertext: after })
    .where("appid", "=", appid)
    .where("token_ciphertext", "=", before)
    .execute();
}
