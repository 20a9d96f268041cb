import type { MockOpenidRequest } from "./mock-tokens.ts";
import type { MockApplication, MockWebApplication } from "./mock-world.ts";

/** What an authorization link asks for, once it has passed every check. */
export interface MockConsentRequest {
  readonly application: MockWebApplication;
  readonly redirectUri: string;
  readonly state: string | undefined;
  /** PKCE: what the exchange has to bring the verifier of. */
  readonly codeChallenge: string | undefined;
  /** For a link of OpenID Connect. */
  readonly openid?: MockOpenidRequest & { readonly issuer: string };
}

type LinkParameters = Readonly<Record<string, string | undefined>>;

/**
 * Checks an authorization link of either kind in the order of the platform.
 *
 * @throws Error that names the first parameter which the platform would show an error page for
 */
export function checkAuthorizationLink(
  link: string,
  authUrl: string,
  applications: readonly MockApplication[],
): MockConsentRequest {
  const url = new URL(link);
  const [address] = url.href.split(/[?#]/, 1);
  const isOpenid = address === `${authUrl}/oauth/authorize`;
  if (!isOpenid && address !== `${authUrl}/connect/oauth2/authorize`)
    throw refused("is not one of this platform");
  const parameters = parametersOf(url);
  const { redirect_uri: redirectUri, response_type, state, nonce } = parameters;
  const name = isOpenid ? "client_id" : "appid";
  const application = applications.find(({ appid }) => appid === parameters[name]);
  if (application?.kind !== "web") throw refused(`has no web application's ${name}`);
  if (redirectUri === undefined || !application.redirectUris.includes(redirectUri))
    throw refused("has a redirect_uri that is not registered");
  if (response_type !== "code") throw refused("has a response_type other than code");
  checkScopeAndState(parameters, isOpenid);
  const openid = isOpenid && { openid: { redirectUri, nonce, issuer: new URL(authUrl).origin } };
  return { application, redirectUri, state, codeChallenge: challengeOf(parameters), ...openid };
}

/** The state of OpenID Connect may be any text. */
function checkScopeAndState({ scope = "", state = "0" }: LinkParameters, isOpenid: boolean): void {
  const scopes = scope.split(" ");
  if (isOpenid ? !scopes.includes("openid") : scope !== "snsapi_user")
    throw refused(`has a scope ${isOpenid ? "without openid" : "other than snsapi_user"}`);
  if (!isOpenid && !/^[A-Za-z0-9]{1,128}$/.test(state))
    throw refused("has a state that is not 1 to 128 of a-zA-Z0-9");
}

/** The address that the browser is sent to after the user's decision. */
export function callbackAddress(
  request: MockConsentRequest,
  outcome: Readonly<Record<string, string>>,
): string {
  const url = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.append(name, value);
  if (request.state !== undefined) url.searchParams.append("state", request.state);
  // RFC 9207.
  if (request.openid !== undefined) url.searchParams.append("iss", request.openid.issuer);
  return url.href;
}

function parametersOf({ searchParams }: URL): LinkParameters {
  for (const name of searchParams.keys()) {
    if (searchParams.getAll(name).length > 1) throw refused(`gives ${name} more than once`);
  }
  return Object.fromEntries(searchParams);
}

/** Half of PKCE is a mistake, and so is any method but S256. */
function challengeOf(parameters: LinkParameters): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = parameters;
  if (challenge === undefined && method === undefined) return undefined;
  if (method !== "S256") throw refused("has a code_challenge_method other than S256");
  if (challenge === undefined || !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    throw refused("has a code_challenge that is not one");
  return challenge;
}

function refused(problem: string): Error {
  return new Error(`The authorization link ${problem}`);
}
