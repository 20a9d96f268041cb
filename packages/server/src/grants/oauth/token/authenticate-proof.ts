import type { ClientAddress } from "@survey-open-platform/service";
import { hashToken } from "../../../model/token.ts";
import type { FoundClient } from "../../../store/applications/application-table.ts";
import type { StorePolicy } from "../../../store/installation/policy.ts";
import { rateLimitKey } from "../../../store/installation/rate-limit-table.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import { isRefusal, type Refusal } from "../../../store/statements/refusal.ts";
import type { Store } from "../../../store/store.ts";
import { basicChallenge, type ClientProof, longestClientId } from "../../clients/client-proof.ts";
import { OauthError, toOauthError } from "../oauth-error.ts";
import { authenticateClient, countFailedSecret, type ClientCredentials } from "../../token/client-checks.ts";

/**
 * The credentials of a client, with the appid that its client_id stands for. Failures of a client that is not known are counted
 * under a name that no application has.
 */
export async function credentialsOf(
  store: Pick<Store, "findAppidOfClient">,
  { clientId, secret }: ClientProof,
  address: ClientAddress,
): Promise<ClientCredentials> {
  const known = clientId.length > longestClientId ? undefined : await store.findAppidOfClient(clientId);
  const appid = known ?? `unknown ${hashToken(clientId)}`;
  return { appid, secretHash: secret === undefined ? undefined : hashToken(secret), address };
}

/** Authenticates a client: with its secret, or without one when it has none (RFC 6749, section 3.2.1). */
export function* authenticateProof(
  credentials: ClientCredentials,
  policy: StorePolicy,
): StoreSteps<FoundClient | Refusal> {
  const client = yield* authenticateClient(credentials, policy);
  if (isRefusal(client) || credentials.secretHash !== undefined || client.isPublic === 1) return client;
  return yield* countFailedSecret(credentials, policy);
}

/** Does something that refuses a client. One that tried the header is answered with its scheme (RFC 6749, section 5.2). */
export async function answeringBasic<Result>(
  { isBasic }: ClientProof,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const refusal = toOauthError(thrown);
    if (refusal.error !== "invalid_client" || !isBasic) throw refusal;
    const { error, message, status, cause } = refusal;
    const headers = { ...refusal.headers, ...basicChallenge };
    throw new OauthError(error, message, { status, headers, cause });
  }
}

/**
 * Where token requests are counted: for a client without a secret at each of its users, who all have the same client_id. One of
 * them would otherwise use up the requests of the others.
 */
export function requestKey({ id, isPublic }: FoundClient, grantId: number): string | undefined {
  return isPublic === 1 ? rateLimitKey("token-request", String(id), String(grantId)) : undefined;
}
