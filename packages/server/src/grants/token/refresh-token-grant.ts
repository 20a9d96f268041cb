import { hashIfLooksLike, hashToken, makeToken } from "../../model/token.ts";
import type { StorePolicy } from "../../store/installation/policy.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";
import { findRefreshToken } from "../../store/tokens/refresh-token-table.ts";
import { isRefusal, type Refusal } from "../../store/statements/refusal.ts";
import type { Store } from "../../store/store.ts";
import { issueAccessToken } from "../../store/tokens/user-token-table.ts";
import {
  authenticateClient,
  countFailedSecret,
  countUnusable,
  consumeTokenRequest,
  type ClientCredentials,
} from "./client-checks.ts";
import type { Issue } from "./grant.ts";

/**
 * Issues a further access token on a refresh token, which stays as it is (RFC 6749, section 6).
 *
 * @throws `PlatformError`
 */
export function issueOnRefreshToken(
  refreshToken: string,
  { store, ...credentials }: ClientCredentials & { readonly store: Store },
): Promise<Issue> {
  const refresh = { ...credentials, refreshTokenHash: hashIfLooksLike("refreshToken", refreshToken) };
  return store.issueTokens({ appid: credentials.appid, kinds: ["user_access"] }, (policy) =>
    refreshAccessToken(refresh, policy),
  );
}

interface Refresh extends ClientCredentials {
  /** Null when what was sent does not have the form of a refresh token. */
  readonly refreshTokenHash: string | null;
}

function* refreshAccessToken(refresh: Refresh, policy: StorePolicy): StoreSteps<Issue | Refusal> {
  const application = yield* authenticateClient(refresh, policy);
  if (isRefusal(application)) return application;
  // RFC 6749, section 5.2: an authenticated client that may not use this grant.
  if (application.kind !== "web") return { refused: "unauthorized_client" };
  // RFC 6749, section 6, wants the secret always; the interface does not (deviation D2) unless it is declared so.
  const lacksSecret = application.refreshRequiresSecret === 1 && refresh.secretHash === undefined;
  if (lacksSecret) return yield* countFailedSecret(refresh, policy);
  // What has not the form of a refresh token is not one: it is neither looked up nor counted.
  if (refresh.refreshTokenHash === null) return { refused: "invalid_grant" };
  const search = { hash: refresh.refreshTokenHash, applicationId: application.id };
  const token = yield* findRefreshToken(search);
  if (token === undefined) return yield* countUnusable("unknown-refresh-token", refresh, policy);
  const quota = yield* consumeTokenRequest(application, refresh, policy);
  if (isRefusal(quota)) return quota;
  const accessToken = makeToken("userAccessToken");
  const expiresInSeconds = policy.userAccessTokenSeconds;
  const lifetimeMilliseconds = expiresInSeconds * 1000;
  const newToken = { ...token, hash: hashToken(accessToken), lifetimeMilliseconds };
  const issued = yield* issueAccessToken(newToken);
  // Another node revoked the grant meanwhile.
  return issued === undefined
    ? { refused: "invalid_grant" }
    : { tokens: { access_token: accessToken, expires_in: expiresInSeconds }, quota };
}
