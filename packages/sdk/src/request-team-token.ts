import type { IssuedToken } from "./issued-token.ts";
import type { Platform } from "./platform.ts";
import { readFields } from "./read-fields.ts";
import { sendRequest } from "./send-request.ts";

/** What a team's application proves itself with. */
export interface TeamCredentials {
  readonly appid: string;
  readonly secret: string;
}

/**
 * Has a new team token issued. Every earlier one is dead from that moment on, in every process: let one place do
 * this, and let it be `fromTeamSecret`.
 *
 * @throws SurveyPlatformError `invalid_client`, `invalid_org_subscription`, `request_rate_limited`, …
 * @example
 * ```ts
 * import { requestTeamToken } from "@survey-open-platform/sdk";
 *
 * const platform = { baseUrl: "https://platform.example" };
 * const secret = process.env["SECRET"] ?? "";
 * const { accessToken, expiresInSeconds } = await requestTeamToken(platform, { appid: "my_team", secret });
 * ```
 */
export async function requestTeamToken(
  platform: Platform,
  { appid, secret, signal }: TeamCredentials & { readonly signal?: AbortSignal | undefined },
): Promise<IssuedToken> {
  const data = await sendRequest(platform, {
    path: "/api/oauth2/access_token",
    query: { appid, grant_type: "client_credential" },
    secrets: { secret },
    signal,
    isRepeatable: false,
  });
  const fields = readFields(data);
  return { accessToken: fields.text("access_token"), expiresInSeconds: fields.positiveNumber("expires_in") };
}
