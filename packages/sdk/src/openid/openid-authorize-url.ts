import { encodeQuery } from "../encode-query.ts";
import { platformAddress } from "../platform-address.ts";
import type { Platform } from "../platform.ts";

/** What is asked for unless an application says otherwise. */
export const usualOpenidScope = "openid profile surveys:read answers:read";

/** What an authorization link of OpenID Connect asks for. */
export interface OpenidAuthorization {
  readonly appid: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeChallenge: string | undefined;
}

/** The link that leads a user to the consent page (OpenID Connect Core, section 3.1.2.1). */
export function openidAuthorizeUrl(platform: Platform, request: OpenidAuthorization): string {
  const { appid, redirectUri, codeChallenge, ...same } = request;
  const page = platformAddress(platform, platform.authUrl ?? platform.baseUrl, "/oauth/authorize");
  const query = encodeQuery({
    response_type: "code",
    client_id: appid,
    redirect_uri: redirectUri,
    ...same,
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge === undefined ? undefined : "S256",
  });
  return `${page}?${query}`;
}
