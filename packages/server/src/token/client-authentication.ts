import { findClient, type ClientApplication } from "../store/application-table.ts";
import type { StorePolicy } from "../store/policy.ts";
import type { StoreQueries } from "../store/queries.ts";
import { fullBucket } from "../store/rate-limit-table.ts";
import type { Refusal } from "../store/refusal.ts";
import { countFailedSecret, failedSecretBuckets, type FailureOrigin } from "./token-limits.ts";

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
export async function authenticateClient(
  transaction: StoreQueries,
  credentials: ClientCredentials,
  policy: StorePolicy,
): Promise<ClientApplication | Refusal> {
  const { appid, secretHash } = credentials;
  const [network, site = network] = failedSecretBuckets(credentials, policy);
  const search = { appid, secretHash, networkKey: network.key, siteKey: site.key };
  const client = await findClient(transaction, search);
  if (client === undefined) return countFailedSecret(transaction, credentials, policy);
  const full =
    fullBucket(client.networkMilliseconds, network.limit) ?? fullBucket(client.siteMilliseconds, site.limit);
  return full ?? client;
}
