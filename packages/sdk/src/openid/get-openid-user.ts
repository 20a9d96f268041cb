import type { UserInfo } from "../get-user.ts";
import type { Platform } from "../platform.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import { sendOauthRequest } from "./oauth-request.ts";

/** Who the user behind a bearer token is (OpenID Connect Core, section 5.3). @throws SurveyPlatformError */
export async function getOpenidUser(
  platform: Platform,
  accessToken: string,
  { signal }: WaitOptions = {},
): Promise<UserInfo> {
  const fields = await sendOauthRequest(platform, {
    path: "/oauth/userinfo",
    headers: { authorization: `Bearer ${accessToken}` },
    secrets: { accessToken },
    signal,
    isRepeatable: true,
  });
  return {
    openid: fields.text("sub"),
    nickname: fields.optionalText("name"),
    avatar: fields.optionalText("picture"),
  };
}
