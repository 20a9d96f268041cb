import type { Platform } from "./platform.ts";
import { readFields } from "./read-fields.ts";
import { sendRequest } from "./send-request.ts";

/** The user behind a grant. */
export interface UserInfo {
  readonly openid: string;
  readonly nickname: string;
  /** Address of a picture; may be "". */
  readonly avatar: string;
}

/** A user's access token. */
export interface UserCredentials {
  readonly appid: string;
  readonly accessToken: string;
  readonly openid: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Who the user behind an access token is.
 *
 * @throws SurveyPlatformError `invalid_token`, `claim_error`, `network_error`, …
 * @example
 * ```ts
 * import { getUser } from "@survey-open-platform/sdk";
 *
 * export async function nicknameOf(accessToken: string, openid: string): Promise<string> {
 *   const platform = { baseUrl: "https://platform.example" };
 *   return (await getUser(platform, { appid: "my_app", accessToken, openid })).nickname;
 * }
 * ```
 */
export async function getUser(platform: Platform, credentials: UserCredentials): Promise<UserInfo> {
  const { appid, accessToken, openid, signal } = credentials;
  const data = await sendRequest(platform, {
    path: "/api/oauth2/user",
    query: { appid, openid },
    secrets: { access_token: accessToken },
    signal,
    isRepeatable: true,
  });
  return readUserInfo(data);
}

/** The payload of the call. @throws SurveyPlatformError `unexpected_response` */
export function readUserInfo(data: unknown): UserInfo {
  const fields = readFields(data);
  return {
    openid: fields.text("openid"),
    nickname: fields.optionalText("nickname"),
    avatar: fields.optionalText("avatar"),
  };
}
