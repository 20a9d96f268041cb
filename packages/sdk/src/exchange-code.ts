import { wallClockNow, type Platform } from "./platform.ts";
import { readFields } from "./read-fields.ts";
import { sendRequest } from "./send-request.ts";
import type { UserTokens } from "./user-token-store/user-token-store.ts";

const defaultRefreshLifetimeSeconds = 30 * 24 * 60 * 60;

/** A code, and the application that it was given to. */
export interface CodeExchange {
  readonly appid: string;
  readonly secret: string;
  /** From the callback; good for one successful exchange. */
  readonly code: string;
  /** PKCE: the verifier that belongs to the challenge in the authorization link. */
  readonly codeVerifier?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A user's grant: their openid, and the tokens for their surveys. */
export interface UserGrant {
  readonly openid: string;
  /** Secret; put it into a `UserTokenStore` as it is. */
  readonly tokens: UserTokens;
}

/**
 * Exchanges the code from the callback for a user's tokens.
 *
 * It is sent once and never again by itself: when its response is lost it is unknown whether the code is used up,
 * and a code that comes twice looks stolen. Ask the user to sign in again instead.
 *
 * @throws SurveyPlatformError `invalid_grant`, `invalid_client`, `network_error`, …
 * @example
 * ```ts
 * import { exchangeCode } from "@survey-open-platform/sdk";
 *
 * export async function welcome(code: string): Promise<string> {
 *   const { openid } = await exchangeCode(
 *     { baseUrl: "https://platform.example" },
 *     { appid: "my_app", secret: process.env["SECRET"] ?? "", code },
 *   );
 *   return openid;
 * }
 * ```
 */
export async function exchangeCode(platform: Platform, exchange: CodeExchange): Promise<UserGrant> {
  const { appid, secret, code, codeVerifier, signal } = exchange;
  // Lifetimes are counted from before the request: the platform cannot have begun them any earlier.
  const startedAt = wallClockNow(platform);
  const data = await sendRequest(platform, {
    path: "/api/oauth2/access_token",
    query: { appid, grant_type: "authorization_code" },
    secrets: { secret, code, code_verifier: codeVerifier },
    signal,
    isRepeatable: false,
  });
  const fields = readFields(data);
  const refreshSeconds = platform.refreshTokenLifetimeSeconds ?? defaultRefreshLifetimeSeconds;
  return {
    openid: fields.text("openid"),
    tokens: {
      accessToken: fields.text("access_token"),
      accessTokenIssuedAt: startedAt,
      accessTokenExpiresAt: startedAt + fields.positiveNumber("expires_in") * 1000,
      refreshToken: fields.text("refresh_token"),
      refreshTokenExpiresAt: startedAt + refreshSeconds * 1000,
    },
  };
}
