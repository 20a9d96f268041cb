import { alone } from "@survey-open-platform/database";
import type { ClientAddress } from "@survey-open-platform/service";
import type { Quota } from "../../model/quota.ts";
import { isInNetworks } from "../../model/network-list.ts";
import { recordSecretUse } from "../../store/applications/application-secret-table.ts";
import { findClient, type FoundClient } from "../../store/applications/application-table.ts";
import type { RateLimit, StorePolicy } from "../../store/installation/policy.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";
import {
  bucketsOfAddress,
  fullBucket,
  consumeTokens,
  consumeToken,
  tokenRequestKey,
  type Bucket,
} from "../../store/installation/rate-limit-table.ts";
import type { Refusal } from "../../store/statements/refusal.ts";

/** What a failure is counted by. */
interface FailureOrigin {
  readonly appid: string;
  readonly address: ClientAddress;
}

/** Which application a token request comes from, and from where. */
export interface ClientCredentials extends FailureOrigin {
  /** Undefined where the call does not need the secret and none was sent. */
  readonly secretHash: string | undefined;
}

/**
 * Authenticates an application by its secret (RFC 6749, section 2.3.1). Unknown appid, wrong secret and disabled
 * application take the same statements and get the same response. Each failure is counted, and after too many from one
 * address even the right secret is refused there for a while, so that parallel guessing gains nothing (RFC 6749,
 * section 2.3.1: protection against brute force; RFC 6819, section 5.1.4.2).
 */
export function* authenticateClient(
  credentials: ClientCredentials,
  policy: StorePolicy,
): StoreSteps<FoundClient | Refusal> {
  const { appid, secretHash, address } = credentials;
  const [network, site = network] = failedSecretBuckets(credentials, policy);
  const search = { appid, networkKey: network.key, siteKey: site.key };
  const client = yield* findClient(search, secretHash);
  if (client === undefined) return yield* countFailedSecret(credentials, policy);
  const full =
    fullBucket(client.networkMilliseconds, network.limit) ?? fullBucket(client.siteMilliseconds, site.limit);
  if (full !== undefined) return full;
  // RFC 6749, section 5.2: an authenticated client, from where its owner does not let it in.
  return isInNetworks(client.allowedNetworks, address.text) ? client : { refused: "unauthorized_client" };
}

/**
 * Counts a request that can be served, and notes that its secret was used. Failures are counted elsewhere: they must not
 * use up an application's requests.
 *
 * @param key where it is counted, when that is not the application as a whole
 */
export function* consumeTokenRequest(
  { id, isUseNoted = 1 }: Pick<FoundClient, "id" | "isUseNoted">,
  { secretHash }: Pick<ClientCredentials, "secretHash">,
  { tokenRequests }: StorePolicy,
  key = tokenRequestKey(id),
): StoreSteps<Refusal | Quota> {
  const { refusal, quota } = yield* consumeToken(key, tokenRequests);
  if (refusal !== undefined) return { ...refusal, quota };
  if (isUseNoted === 0 && secretHash !== undefined) yield* recordSecretUse({ applicationId: id, secretHash });
  return quota;
}

/** Counts a wrong or missing secret (RFC 6749, section 2.3.1: protection against brute force). */
export function countFailedSecret(origin: FailureOrigin, policy: StorePolicy): StoreSteps<Refusal> {
  const buckets = [...failuresOfAddress(origin, policy), ...failedSecretBuckets(origin, policy)];
  return countFailure(buckets, "invalid_client");
}

/** Where wrong secrets of an appid are counted. */
function failedSecretBuckets({ appid, address }: FailureOrigin, { failedSecrets }: StorePolicy) {
  return bucketsOfAddress(address, failedSecrets, "failed-secret", appid);
}

/**
 * Counts a code or refresh token that cannot be used (RFC 6749, section 10.10: guessing). They are counted apart from
 * each other, from wrong secrets and from the requests that are served: an application whose users' tokens have expired,
 * or that strangers send made-up codes to, must be able to exchange real ones meanwhile.
 */
export function countUnusable(
  what: "unknown-code" | "unknown-refresh-token",
  origin: FailureOrigin,
  policy: StorePolicy,
): StoreSteps<Refusal> {
  const ofAppid = bucketsOfAddress(origin.address, policy.failedSecrets, what, origin.appid);
  return countFailure([...failuresOfAddress(origin, policy), ...ofAppid], "invalid_grant");
}

/** Failures with any appid share the buckets of an address: two transactions that fill several might deadlock. */
function* countFailure(buckets: readonly Bucket[], refused: Refusal["refused"]): StoreSteps<Refusal> {
  yield* alone();
  return (yield* consumeTokens(buckets)) ?? { refused };
}

/** Failures of one address on any appid: without a bound, made-up appids would be written down without end. */
function failuresOfAddress({ address }: FailureOrigin, { failedSecrets }: StorePolicy): readonly Bucket[] {
  const limit: RateLimit = {
    perMinute: failedSecrets.perMinute * failuresOfAddressFactor,
    burst: failedSecrets.burst * failuresOfAddressFactor,
  };
  return bucketsOfAddress(address, limit, "failed-secret");
}

export const failuresOfAddressFactor = 100;
