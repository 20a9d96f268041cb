import { alone } from "@survey-open-platform/database";
import { z } from "zod";
import { textParameter } from "../../http/parameters.ts";
import { codeChallengeOf } from "../../model/code-challenge.ts";
import { hashIfLooksLike, hashToken, makeToken } from "../../model/token.ts";
import {
  claimCode,
  releaseCode,
  revokeAfterLateReplay,
  type ClaimedCode,
} from "../../store/tokens/authorization-code-table.ts";
import type { StorePolicy } from "../../store/installation/policy.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";
import { isRefusal, type Refusal } from "../../store/statements/refusal.ts";
import { issueAccessToken, issueRefreshToken } from "../../store/tokens/user-token-table.ts";
import {
  authenticateClient,
  countUnusable,
  consumeTokenRequest,
  type ClientCredentials,
} from "./client-checks.ts";
import { defineGrant, type Issue, type IssuedTokens } from "./grant.ts";

/** Exchanges the code from the redirect for a user access token and a refresh token, once (RFC 6749, section 4.1.3). */
export const authorizationCodeGrant = defineGrant({
  parameters: z.object({
    code: textParameter("With authorization_code, which needs it: the code from the redirect", 128),
    code_verifier: textParameter(
      "With authorization_code: the PKCE code verifier (RFC 7636), when the link had a challenge",
      128,
    ).optional(),
  }),
  issue({ code, code_verifier: verifier }, { store, ...credentials }) {
    const exchange = {
      ...credentials,
      codeHash: hashIfLooksLike("authorizationCode", code),
      codeChallenge: verifier === undefined ? null : codeChallengeOf(verifier),
    };
    return store.issueTokens({ appid: credentials.appid, kinds: ["user_access", "refresh"] }, (policy) =>
      exchangeCode(exchange, policy),
    );
  },
});

interface CodeExchange extends ClientCredentials {
  /** Null when what was sent does not have the form of a code. */
  readonly codeHash: string | null;
  /** The S256 challenge made from the code_verifier that was sent, if one was. */
  readonly codeChallenge: string | null;
}

function* exchangeCode(exchange: CodeExchange, policy: StorePolicy): StoreSteps<Issue | Refusal> {
  const application = yield* authenticateClient(exchange, policy);
  if (isRefusal(application)) return application;
  // RFC 6749, section 5.2: an authenticated client that may not use this grant.
  if (application.kind !== "web") return { refused: "unauthorized_client" };
  const { codeHash, codeChallenge } = exchange;
  // RFC 7636, section 4.6; a code that was issued without a challenge before its application required one.
  if (application.requiresPkce === 1 && codeChallenge === null) return { refused: "invalid_grant" };
  // What has not the form of a code is not one: it is neither looked up nor counted.
  if (codeHash === null) return { refused: "invalid_grant" };
  const keptForMilliseconds = (policy.refreshTokenSeconds + policy.userAccessTokenSeconds) * 1000;
  const claim = {
    codeHash,
    codeChallenge,
    redirectUriHash: null,
    applicationId: application.id,
    keptForMilliseconds,
  };
  const code = yield* claimCode(claim);
  if (code === undefined) {
    yield* alone();
    yield* revokeAfterLateReplay(claim);
    return yield* countUnusable("unknown-code", exchange, policy);
  }
  const quota = yield* consumeTokenRequest(application, exchange, policy);
  if (isRefusal(quota)) {
    yield* releaseCode(codeHash);
    return quota;
  }
  const tokens = yield* issueUserTokens({ codeHash, ...code }, policy);
  return isRefusal(tokens) ? tokens : { tokens, quota };
}

function* issueUserTokens(
  origin: ClaimedCode & { readonly codeHash: string },
  policy: StorePolicy,
): StoreSteps<IssuedTokens | Refusal> {
  const accessToken = makeToken("userAccessToken");
  const refreshToken = makeToken("refreshToken");
  const expiresInSeconds = policy.userAccessTokenSeconds;
  const issued = yield* issueAccessToken({
    ...origin,
    hash: hashToken(accessToken),
    lifetimeMilliseconds: expiresInSeconds * 1000,
  });
  // Another node revoked the grant meanwhile.
  if (issued === undefined) return { refused: "invalid_grant" };
  yield* issueRefreshToken({
    ...origin,
    hash: hashToken(refreshToken),
    lifetimeMilliseconds: policy.refreshTokenSeconds * 1000,
  });
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresInSeconds,
    openid: issued.openid,
  };
}
