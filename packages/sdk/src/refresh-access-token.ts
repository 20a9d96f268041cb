import type { IssuedToken } from "./issued-token.ts";
import type { Platform } from "./platform.ts";
import { readFields } from "./read-fields.ts";
import { sendRequest } from "./send-request.ts";

/** A refresh token, and the application that it was given to. */
export interface Refresh {
  readonly appid: string;
  readonly refreshToken: string;
  /** Only for applications of which the platform asks it. */
  readonly secret?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Gets a new access token for a user without asking them. The response has no refresh token: keep the one from
 * the exchange, whose 30 days go on. `fromUserGrant` does both.
 *
 * @throws SurveyPlatformError `invalid_grant` when the user has to give consent again, `network_error`, …
 * @example
 * ```ts
 * import { refreshAccessToken } from "@survey-open-platform/sdk";
 *
 * export async function renewed(refreshToken: string): Promise<string> {
 *   const platform = { baseUrl: "https://platform.example" };
 *   return (await refreshAccessToken(platform, { appid: "my_app", refreshToken })).accessToken;
 * }
 * ```
 */
export async function refreshAccessToken(platform: Platform, refresh: Refresh): Promise<IssuedToken> {
  const { appid, refreshToken, secret, signal } = refresh;
  const data = await sendRequest(platform, {
    path: "/api/oauth2/refresh_token",
    query: { appid, grant_type: "refresh_token" },
    secrets: { refresh_token: refreshToken, secret },
    signal,
    isRepeatable: false,
  });
  const fields = readFields(data);
  return { accessToken: fields.text("access_token"), expiresInSeconds: fields.positiveNumber("expires_in") };
}
