import { alone } from "@survey-open-platform/database";
import { codeChallengeOf, codeVerifierPattern } from "../../../model/code-challenge.ts";
import type { Quota } from "../../../model/quota.ts";
import { hashIfLooksLike, hashToken, makeToken } from "../../../model/token.ts";
import type { FoundClient } from "../../../store/applications/application-table.ts";
import type { StorePolicy } from "../../../store/installation/policy.ts";
import { bucketsOfAddress, consumeTokens } from "../../../store/installation/rate-limit-table.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import { isRefusal, type Refusal } from "../../../store/statements/refusal.ts";
import {
  anyAddress,
  claimCode,
  releaseCode,
  revokeAfterLateReplay,
  type ClaimedCode,
} from "../../../store/tokens/authorization-code-table.ts";
import { issueAccessToken, issueRefreshToken } from "../../../store/tokens/user-token-table.ts";
import { identityFor } from "../../openid/identity.ts";
import { countUnusable, consumeTokenRequest, type ClientCredentials } from "../../token/client-checks.ts";
import { OauthError } from "../oauth-error.ts";
import type { OauthParameters } from "../oauth-form.ts";
import { checkResource, readResourceAgain } from "../resource.ts";
import { authenticateProof, requestKey } from "./authenticate-proof.ts";
import { givesRefreshToken, type Issued } from "./issued-tokens.ts";
import { defineOauthGrant } from "./oauth-grant.ts";

/** Exchanges a code for tokens, once (RFC 6749, section 4.1.3). */
export const codeGrant = defineOauthGrant({
  kinds: ["user_access", "refresh"],
  read(parameters, addresses) {
    const verifier = parameters.get("code_verifier");
    if (verifier !== undefined && !codeVerifierPattern.test(verifier))
      throw new OauthError(
        "invalid_request",
        "code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~",
      );
    return {
      codeHash: hashIfLooksLike("authorizationCode", parameters.need("code")),
      codeChallenge: verifier === undefined ? null : codeChallengeOf(verifier),
      redirectUriHash: redirectUriHash(parameters, verifier),
      audience: readResourceAgain(parameters.all("resource"), addresses),
    };
  },
  issue: exchangeCode,
});

/** RFC 6749, section 4.1.3; clients of OAuth 2.1 send a verifier in its place (section 10.2). @throws `OauthError` */
function redirectUriHash(parameters: OauthParameters, verifier: string | undefined): string {
  const isLeftOut = verifier !== undefined && parameters.get("redirect_uri") === undefined;
  return isLeftOut ? anyAddress : hashToken(parameters.need("redirect_uri"));
}

/** A code, and what has to belong to it. */
interface Exchange {
  /** Null when what was sent does not have the form of a code. */
  readonly codeHash: string | null;
  /** The S256 challenge made from the code_verifier that was sent, if one was. */
  readonly codeChallenge: string | null;
  readonly redirectUriHash: string;
  /** Undefined when no resource is named. */
  readonly audience: 1 | 2 | undefined;
}

function* exchangeCode(
  exchange: Exchange,
  credentials: ClientCredentials,
  policy: StorePolicy,
): StoreSteps<Issued | Refusal> {
  // What is counted for an address without a secret shares its buckets with other clients.
  if (credentials.secretHash === undefined) yield* alone();
  const client = yield* authenticateProof(credentials, policy);
  if (isRefusal(client)) return client;
  // RFC 6749, section 5.2: an authenticated client that may not use this grant.
  if (client.kind !== "web") return { refused: "unauthorized_client" };
  const { codeHash } = exchange;
  if (codeHash === null || lacksVerifier(client, exchange)) return { refused: "invalid_grant" };
  return yield* exchangeClaim({ client, credentials, exchange: { ...exchange, codeHash } }, policy);
}

/** A code of a client that has proven itself. */
interface CodeToExchange {
  readonly client: FoundClient;
  readonly credentials: ClientCredentials;
  readonly exchange: Exchange & { readonly codeHash: string };
}

/** Exchanges a code for a client that has proven itself. */
export function* exchangeClaim(
  { client, credentials, exchange }: CodeToExchange,
  policy: StorePolicy,
): StoreSteps<Issued | Refusal> {
  const { codeHash } = exchange;
  const keptForMilliseconds = (policy.refreshTokenSeconds + policy.userAccessTokenSeconds) * 1000;
  const claim = { ...exchange, applicationId: client.id, keptForMilliseconds };
  const code = yield* claimCode(claim);
  if (code === undefined) {
    yield* alone();
    yield* revokeAfterLateReplay(claim);
    return yield* countUnusable("unknown-code", credentials, policy);
  }
  checkResource(exchange.audience, code.audience);
  const quota = yield* takeExchange({ client, credentials, grantId: code.grantId }, policy);
  if (isRefusal(quota)) {
    yield* releaseCode(codeHash);
    return quota;
  }
  const tokens = yield* issueTokens({ codeHash, ...code }, policy);
  return isRefusal(tokens) ? tokens : { ...tokens, quota };
}

/** RFC 7636, section 4.6; also for a code that was issued without a challenge before its client required one. */
function lacksVerifier({ isPublic, requiresPkce }: FoundClient, { codeChallenge }: Exchange): boolean {
  return codeChallenge === null && (isPublic === 1 || requiresPkce === 1);
}

interface CountedExchange {
  readonly client: FoundClient;
  readonly credentials: ClientCredentials;
  readonly grantId: number;
}

/** Exchanges without a secret count against their address too: nothing else tells one such client from another. */
function* takeExchange(
  { client, credentials, grantId }: CountedExchange,
  policy: StorePolicy,
): StoreSteps<Quota | Refusal> {
  const { secretHash, address } = credentials;
  const ofAddress =
    secretHash === undefined ? bucketsOfAddress(address, policy.tokenRequests, "public-exchange") : [];
  const crowded = yield* consumeTokens(ofAddress);
  return crowded ?? (yield* consumeTokenRequest(client, credentials, policy, requestKey(client, grantId)));
}

function* issueTokens(
  origin: ClaimedCode & { readonly codeHash: string },
  policy: StorePolicy,
): StoreSteps<Omit<Issued, "quota"> | Refusal> {
  const accessToken = makeToken("bearerToken");
  const { scopes, audience, nonce, authTime } = origin;
  const expiresInSeconds = policy.bearerTokenSeconds;
  const lifetimeMilliseconds = expiresInSeconds * 1000;
  const issued = yield* issueAccessToken({ ...origin, hash: hashToken(accessToken), lifetimeMilliseconds });
  // Another node revoked the grant meanwhile.
  if (issued === undefined) return { refused: "invalid_grant" };
  const identity = yield* identityFor(scopes, { openid: issued.openid, nonce, authTime });
  const tokens = { accessToken, expiresInSeconds, scopes, audience, identity };
  if (!givesRefreshToken(scopes)) return tokens;
  const refreshToken = makeToken("rotatingToken");
  yield* issueRefreshToken({
    ...origin,
    hash: hashToken(refreshToken),
    lifetimeMilliseconds: policy.refreshTokenSeconds * 1000,
  });
  return { ...tokens, refreshToken };
}
