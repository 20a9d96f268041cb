import { rowsOf, send } from "@survey-open-platform/database";
import { sql, type RawBuilder } from "kysely";
import { hashToken } from "../model/token.ts";
import type { RateLimit } from "./policy.ts";
import { nowMs, prepare, type StoreSteps } from "./queries.ts";
import type { Refusal } from "./refusal.ts";

const millisecondsPerMinute = 60_000;

interface BucketParameters {
  readonly key: string;
  /** Milliseconds that one request takes to leak out. */
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
    .returning("empty_at"),
);

const bucketWait = prepare<{ readonly key: string }>()((db, param) =>
  db
    .selectFrom("rate_limits")
    .select(sql<number>`empty_at - ${nowMs}`.as("milliseconds"))
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

/** A place where requests are counted, and how many fit. */
export interface Bucket {
  readonly key: string;
  readonly limit: RateLimit;
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
export function* takeFromEach(buckets: readonly Bucket[]): StoreSteps<Refusal | undefined> {
  for (const { key, limit } of buckets) {
    const refusal = yield* takeOne(key, limit);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Counts one request. @returns the refusal when the bucket is full; then nothing was counted. */
export function* takeOne(key: string, limit: RateLimit): StoreSteps<Refusal | undefined> {
  const [taken] = yield* rowsOf(takeFromBucket, { key, ...bucketShape(limit) });
  if (taken !== undefined) return undefined;
  const [wait] = yield* rowsOf(bucketWait, { key });
  return fullBucket(wait?.milliseconds ?? null, limit);
}

/**
 * Says what a request would meet now, without counting one.
 *
 * @param milliseconds until the bucket is empty; null when it is
 * @returns the refusal when the bucket is full
 */
export function fullBucket(milliseconds: number | null, limit: RateLimit): Refusal | undefined {
  const { room, latest } = bucketShape(limit);
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
function bucketShape({ perMinute, burst }: RateLimit): Omit<BucketParameters, "key"> {
  const interval = Math.ceil((millisecondsPerMinute * 1024) / perMinute) / 1024;
  return { interval, room: (burst - 1) * interval, latest: burst * interval + toleranceMilliseconds };
}
