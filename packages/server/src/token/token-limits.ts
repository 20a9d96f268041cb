import type { ClientAddress } from "@survey-open-platform/service";
import type { ClientApplication } from "../store/application-table.ts";
import type { RateLimit, StorePolicy } from "../store/policy.ts";
import type { StoreQueries } from "../store/queries.ts";
import {
  bucketsOfAddress,
  rateLimitKey,
  takeFromEach,
  takeOne,
  type Bucket,
} from "../store/rate-limit-table.ts";
import type { Refusal } from "../store/refusal.ts";

/** What a failure is counted by. */
export interface FailureOrigin {
  readonly appid: string;
  readonly address: ClientAddress;
}

/** Counts a request that can be served. Failures are counted elsewhere: they must not use up an application's requests. */
export function takeTokenRequest(
  transaction: StoreQueries,
  { id }: ClientApplication,
  policy: StorePolicy,
): Promise<Refusal | undefined> {
  return takeOne(transaction, rateLimitKey("token-request", String(id)), policy.tokenRequests);
}

/** Counts a wrong or missing secret (RFC 6749, section 2.3.1: protection against brute force). */
export function countFailedSecret(
  transaction: StoreQueries,
  origin: FailureOrigin,
  policy: StorePolicy,
): Promise<Refusal> {
  const buckets = [...failuresOfAddress(origin, policy), ...failedSecretBuckets(origin, policy)];
  return countIn(buckets, transaction, "invalid_client");
}

/** Where wrong secrets of an appid are counted. */
export function failedSecretBuckets({ appid, address }: FailureOrigin, { failedSecrets }: StorePolicy) {
  return bucketsOfAddress(address, failedSecrets, "failed-secret", appid);
}

/**
 * Counts a code or refresh token that cannot be used (RFC 6749, section 10.10: guessing). They are counted apart from
 * each other, from wrong secrets and from the requests that are served: an application whose users' tokens have expired,
 * or that strangers send made-up codes to, must be able to exchange real ones meanwhile.
 */
export function countUnusable(
  what: "unknown-code" | "unknown-refresh-token",
  transaction: StoreQueries,
  origin: FailureOrigin,
  policy: StorePolicy,
): Promise<Refusal> {
  const ofAppid = bucketsOfAddress(origin.address, policy.failedSecrets, what, origin.appid);
  return countIn([...failuresOfAddress(origin, policy), ...ofAppid], transaction, "invalid_grant");
}

async function countIn(
  buckets: readonly Bucket[],
  transaction: StoreQueries,
  refused: Refusal["refused"],
): Promise<Refusal> {
  return (await takeFromEach(transaction, buckets)) ?? { refused };
}

/** Failures of one address on any appid: without a bound, made-up appids would be written down without end. */
function failuresOfAddress({ address }: FailureOrigin, { failedSecrets }: StorePolicy): readonly Bucket[] {
  const limit: RateLimit = {
    perMinute: failedSecrets.perMinute * failuresOfAddressFactor,
    burst: failedSecrets.burst * failuresOfAddressFactor,
  };
  return bucketsOfAddress(address, limit, "failed-secret");
}

const failuresOfAddressFactor = 100;
