import { encodeQuery } from "./encode-query.ts";
import { platformAddress } from "./platform-address.ts";
import type { Platform } from "./platform.ts";
import { SurveyPlatformError } from "./survey-platform-error.ts";

/** What an authorization link asks for. */
export interface AuthorizationRequest {
  readonly appid: string;
  /** One of the application's registered addresses, letter by letter. */
  readonly redirectUri: string;
  /** 1 to 128 of `a-zA-Z0-9`, different for every sign-in and bound to the browser. */
  readonly state: string;
  /** PKCE: base64url of the SHA-256 of a code verifier that the exchange will carry. */
  readonly codeChallenge?: string | undefined;
}

/**
 * The link that leads a user to the consent page. It ends with the fragment that the interface prescribes.
 *
 * @throws SurveyPlatformError `invalid_argument` for a state that the platform would refuse, or a redirect
 *   address that it could not know; `invalid_configuration`
 * @example
 * ```ts
 * import { authorizeUrl } from "@survey-open-platform/sdk";
 *
 * export const link = authorizeUrl(
 *   { baseUrl: "https://platform.example" },
 *   { appid: "my_app", redirectUri: "https://me.example/callback", state: "k3J9" },
 * );
 * ```
 */
export function authorizeUrl(platform: Platform, request: AuthorizationRequest): string {
  const { appid, redirectUri, state, codeChallenge } = request;
  if (!/^[a-zA-Z0-9]{1,128}$/.test(state))
    throw new SurveyPlatformError("invalid_argument", { parameter: "state" });
  if (!/^https?:\/\/[^#]+$/.test(redirectUri) || !URL.canParse(redirectUri))
    throw new SurveyPlatformError("invalid_argument", { parameter: "redirect_uri" });
  const page = platformAddress(platform, platform.authUrl ?? platform.baseUrl, "/connect/oauth2/authorize");
  const query = encodeQuery({
    appid,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "snsapi_user",
    state,
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge === undefined ? undefined : "S256",
  });
  return `${page}?${query}#wj_redirect`;
}
