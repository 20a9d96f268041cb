import { PlatformError } from "../errors.ts";
import type { Quota } from "../model/quota.ts";

const millisecondsPerMinute = 60_000;
/** Below this share of the burst, responses say how much is left. */
const scarceShare = 0.2;

/** So many are kept without a look at them: fewer than an installation has callers in a minute. */
const fewBuckets = 10_000;

/** The calls of one caller: when all of them can be made again, by `performance.now()`. */
interface Bucket {
  wholeAt: number;
}

/**
 * Limits the data calls of each caller, an application or one of its users, so that one that loops cannot take the machine from the others. A call is
 * counted once its token is known to be valid: an appid alone uses up no one's calls. Each process counts for itself and
 * in memory, which costs a look-up in a map; a shared count would cost more than the call.
 */
export class CallLimits {
  readonly #perMinute: number;
  readonly #interval: number;
  readonly #buckets = new Map<string, Bucket>();
  #forgetAt = fewBuckets;

  /** @param perMinute calls of an application; as many at once; 0 for no limit */
  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.#interval = perMinute === 0 ? 0 : millisecondsPerMinute / perMinute;
  }

  /** How many callers are remembered. */
  get callers(): number {
    return this.#buckets.size;
  }

  /** Why a call cannot be served now; undefined when it can. It is not counted. */
  refusalFor(appid: string, now: number): PlatformError | undefined {
    const bucket = this.#buckets.get(appid);
    if (bucket === undefined) return undefined;
    const excess = bucket.wholeAt - now - (this.#perMinute - 1) * this.#interval;
    if (excess <= 0) return undefined;
    const retryAfterSeconds = Math.ceil(excess / 1000);
    return new PlatformError("request_rate_limited", {
      retryAfterSeconds,
      quota: this.#quotaOf(bucket, now),
    });
  }

  /** Counts a call with a valid token. @returns what is left, when that is little */
  count(appid: string, now: number): Quota | undefined {
    if (this.#interval === 0) return undefined;
    const bucket = this.#buckets.get(appid);
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#forgetAt) this.#forgetWhole(now);
      this.#buckets.set(appid, { wholeAt: now + this.#interval });
      return undefined;
    }
    bucket.wholeAt = Math.max(bucket.wholeAt, now) + this.#interval;
    const isScarce = bucket.wholeAt - now > (1 - scarceShare) * millisecondsPerMinute;
    return isScarce ? this.#quotaOf(bucket, now) : undefined;
  }

  /** A bucket that is whole again says nothing. Each time that there are twice as many, so that a call seldom pays for it. */
  #forgetWhole(now: number): void {
    for (const [caller, { wholeAt }] of this.#buckets) if (wholeAt <= now) this.#buckets.delete(caller);
    this.#forgetAt = Math.max(fewBuckets, 2 * this.#buckets.size);
  }

  #quotaOf({ wholeAt }: Bucket, now: number): Quota {
    const used = Math.max(0, wholeAt - now);
    return {
      limit: this.#perMinute,
      remaining: Math.max(0, Math.floor(this.#perMinute - used / this.#interval)),
      wholeInSeconds: Math.ceil(used / 1000),
    };
  }
}
