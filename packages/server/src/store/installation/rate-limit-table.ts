import { rowsOf, send } from "@survey-open-platform/database";
import { sql, type RawBuilder } from "kysely";
import { hashToken } from "../../model/token.ts";
import type { RateLimit } from "./policy.ts";
import type { Quota } from "../../model/quota.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import type { Refusal } from "../statements/refusal.ts";

const millisecondsPerMinute = 60_000;

interface BucketParameters {
  readonly key: string;
  /** Milliseconds that the request takes to leak out. */
  readonly interval: number;
  /** Milliseconds of requests that the bucket may hold before the next one. */
  readonly room: number;
  /** Milliseconds from now after which no bucket is empty by itself, see {@link toleranceMilliseconds}. */
  readonly latest: number;
}

/**
 * How much later than its own window a bucket may be empty. Nothing that was counted leads there: then the clock was
 * set back since, and the bucket begins again, or its callers would be refused until the clock has caught up. A
 * statement that waited for another one reads a clock that is behind by its wait, which must not count as that.
 */
const toleranceMilliseconds = 5000;

/** A parameter that need not be whole; beside a whole number PostgreSQL would take it for one too. */
function fraction(parameter: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`cast(${parameter} as double precision)`;
}

/**
 * One statement decides and counts, so parallel requests on any number of nodes are counted exactly
 * (generic cell rate algorithm: the bucket is kept as the time at which it will be empty).
 */
const takeFromBucket = prepare<BucketParameters>()((db, param) =>
  db
    .insertInto("rate_limits")
    .values({ key_hash: param("key"), empty_at: sql<number>`${nowMs} + ${fraction(param("interval"))}` })
    .onConflict((conflict) =>
      conflict
        .column("key_hash")
        .doUpdateSet({
          empty_at: sql<number>`case when rate_limits.empty_at between ${nowMs} and ${nowMs} + ${fraction(param("latest"))} then rate_limits.empty_at else ${nowMs} end + ${fraction(param("interval"))}`,
        })
        .where((eb) =>
          eb.or([
            sql<boolean>`rate_limits.empty_at <= ${nowMs} + ${fraction(param("room"))}`,
            sql<boolean>`rate_limits.empty_at > ${nowMs} + ${fraction(param("latest"))}`,
          ]),
        ),
    )
    .returning(sql<number>`empty_at - ${nowMs}`.as("milliseconds")),
);

const bucketWait = prepare<{ readonly key: string }>()((db, param) =>
  db
    .selectFrom("rate_limits")
    .select(sql<number>`empty_at - ${nowMs}`.as("milliseconds"))
    .where("key_hash", "=", param("key")),
);

const readBucket = prepare<{ readonly key: string }>()((db, param) =>
  db
    .selectFrom("rate_limits")
    .select([nowMs.as("now"), sql<number>`empty_at - ${nowMs}`.as("milliseconds")])
    .where("key_hash", "=", param("key")),
);

const emptyBucket = prepare<{ readonly key: string }>()((db, param) =>
  db.deleteFrom("rate_limits").where("key_hash", "=", param("key")),
);

/**
 * Names a bucket. What it is made of is hashed, because users type passwords into the wrong field.
 *
 * @example `rateLimitKey("failed-secret", appid, network)`
 */
export function rateLimitKey(...parts: readonly string[]): string {
  return hashToken(JSON.stringify(parts));
}

/** Where the token requests of an application are counted. */
export function tokenRequestKey(applicationId: number): string {
  return rateLimitKey("token-request", String(applicationId));
}

/** A place where requests are counted, and how many fit. */
export interface Bucket {
  readonly key: string;
  readonly limit: RateLimit;
  /** How many requests this one counts as, at most the burst; it need not be whole. Default 1. */
  readonly amount?: number;
}

/** Where a caller is, as limits count. */
export interface CallerNetwork {
  /** An IPv4 address, or an IPv6 /64. */
  readonly network: string;
  /** The IPv6 /48; undefined for IPv4. */
  readonly site: string | undefined;
}

/** Networks of one site that may do as much as a single network may. */
const networksOfSite = 10;

/**
 * The buckets of a caller's address: that of its network, and that of its IPv6 site, which has room for several.
 *
 * @param parts what is counted, as for {@link rateLimitKey}
 */
export function bucketsOfAddress(
  { network, site }: CallerNetwork,
  limit: RateLimit,
  ...parts: readonly string[]
): readonly [Bucket, ...Bucket[]] {
  const own = { key: rateLimitKey(...parts, network), limit };
  return site === undefined ? [own] : [own, { key: rateLimitKey(...parts, site), limit: limitOfSite(limit) }];
}

function limitOfSite({ perMinute, burst }: RateLimit): RateLimit {
  return { perMinute: perMinute * networksOfSite, burst: burst * networksOfSite };
}

/** Counts one request in each bucket, up to the first that is full. @returns the refusal when one is full */
export function* consumeTokens(buckets: readonly Bucket[]): StoreSteps<Refusal | undefined> {
  for (const { key, limit, amount } of buckets) {
    const { refusal } = yield* consumeToken(key, limit, amount);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** The outcome of a request. */
interface TakenRequest {
  /** Why it may not be served; nothing was counted then. */
  readonly refusal: Refusal | undefined;
  /** What is left afterwards. */
  readonly quota: Quota;
}

/** Counts one request, unless the bucket is full. */
export function* consumeToken(key: string, limit: RateLimit, amount = 1): StoreSteps<TakenRequest> {
  const [taken] = yield* rowsOf(takeFromBucket, { key, ...bucketShape(limit, amount) });
  if (taken !== undefined) return { refusal: undefined, quota: quotaOf(taken.milliseconds, limit) };
  const [wait] = yield* rowsOf(bucketWait, { key });
  const milliseconds = wait?.milliseconds ?? null;
  return { refusal: fullBucket(milliseconds, limit, amount), quota: quotaOf(milliseconds, limit) };
}

/** The token requests of an application, as a page shows them. */
export interface TokenQuota extends Quota {
  readonly perMinute: number;
  /** When all of them can be made again. */
  readonly wholeAt: number;
}

/** What is left of the token requests of an application, without counting one. */
export async function readTokenQuota(
  queries: StoreQueries,
  applicationId: number,
  limit: RateLimit,
): Promise<TokenQuota> {
  const [bucket] = await queries.run(readBucket, { key: tokenRequestKey(applicationId) });
  const { now = 0, milliseconds = null } = bucket ?? {};
  const quota = quotaOf(milliseconds, limit);
  const wholeAt = Math.ceil(now + (quota.remaining === limit.burst ? 0 : (milliseconds ?? 0)));
  return { ...quota, perMinute: limit.perMinute, wholeAt };
}

/** @param milliseconds until the bucket is empty; null when it is */
function quotaOf(milliseconds: number | null, limit: RateLimit): Quota {
  const { interval, latest } = bucketShape(limit);
  const isFilled = milliseconds !== null && milliseconds > 0 && milliseconds <= latest;
  const filled = isFilled ? milliseconds : 0;
  return {
    limit: limit.burst,
    remaining: Math.max(0, Math.floor(limit.burst - filled / interval)),
    wholeInSeconds: Math.ceil(filled / 1000),
  };
}

/**
 * Says what a request would meet now, without counting one.
 *
 * @param milliseconds until the bucket is empty; null when it is
 * @returns the refusal when the bucket is full
 */
export function fullBucket(milliseconds: number | null, limit: RateLimit, amount = 1): Refusal | undefined {
  const { room, latest } = bucketShape(limit, amount);
  const excess = (milliseconds ?? 0) - room;
  if (excess <= 0 || excess > latest - room) return undefined;
  return { refused: "request_rate_limited", retryAfterSeconds: Math.ceil(excess / 1000) };
}

/** Forgets what was counted. */
export function* forgetCount(key: string): StoreSteps<void> {
  yield* send(emptyBucket, { key });
}

/**
 * Intervals are whole 1024ths of a millisecond, rounded up: added to a time of this century such a number
 * stays exact in a double, and a burst is exactly as large as the setting says.
 */
function bucketShape({ perMinute, burst }: RateLimit, amount = 1): Omit<BucketParameters, "key"> {
  const interval = Math.ceil((millisecondsPerMinute * 1024) / perMinute) / 1024;
  return {
    interval: amount * interval,
    room: (burst - amount) * interval,
    latest: burst * interval + toleranceMilliseconds,
  };
}
