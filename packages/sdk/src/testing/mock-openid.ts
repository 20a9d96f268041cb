import { toBase64Url } from "../encoding/base64url.ts";
import type { MockCallDependencies } from "./mock-data-calls.ts";
import type { MockDevices } from "./mock-devices.ts";
import { MockRefusal } from "./mock-response.ts";
import { bearerOf, type SentCall } from "./mock-sent-call.ts";
import { admitMock, mockChallengeOf } from "./mock-token-calls.ts";
import type { MockTokens } from "./mock-tokens.ts";

/** A call to one of the OAuth addresses. */
export interface MockOpenidCall extends MockCallDependencies {
  readonly sent: SentCall;
  readonly issuer: string;
  readonly devices: MockDevices;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Whether a path is one of the addresses of OpenID Connect that the mock platform has. */
export function isOpenidPath(path: string): boolean {
  return path === "/oauth/token" || path === "/oauth/device" || path === "/oauth/userinfo";
}

/** `POST /oauth/token`, `POST /oauth/device` and `GET /oauth/userinfo`. @returns the body @throws MockRefusal */
export async function makeOpenidCall(call: MockOpenidCall): Promise<object> {
  return call.sent.path === "/oauth/userinfo" ? userinfo(call) : await issueTokens(call);
}

function userinfo({ sent, tokens }: MockOpenidCall) {
  const grant = tokens.findBearerGrant(bearerOf(sent) ?? "");
  if (grant === undefined) throw new MockRefusal("invalid_token");
  const { openid, user } = grant;
  return { sub: openid, name: user.nickname, ...(user.avatar && { picture: user.avatar }) };
}

async function issueTokens(call: MockOpenidCall) {
  const { sent, tokens, world, issuer, devices } = call;
  if (sent.method !== "POST") throw new MockRefusal("no_route", { allow: "POST" });
  const form = new URLSearchParams(sent.body);
  const verifier = form.get("code_verifier");
  // All that has to be waited for comes first: what follows takes effect in one step.
  const challenge = verifier === null ? undefined : await mockChallengeOf(verifier);
  const { appid, secret } = basicOf(sent, form);
  const application = admitMock(world.applications, appid, secret);
  if (application.kind !== "web") throw new MockRefusal("unauthorized_client");
  if (sent.path === "/oauth/device") return devices.start(appid, issuer);
  switch (form.get("grant_type")) {
    case "authorization_code":
      return signedIn(call, appid, exchangeCode(call, { appid, challenge, form }));
    case "urn:ietf:params:oauth:grant-type:device_code":
      return signedIn(call, appid, exchangeDeviceCode(call, appid, form));
    case "refresh_token":
      return { token_type: "Bearer", ...tokens.rotate(appid, form.get("refresh_token") ?? "") };
    default:
      throw new MockRefusal("unsupported_grant_type");
  }
}

interface CodeToExchange {
  readonly appid: string;
  readonly challenge: string | undefined;
  readonly form: URLSearchParams;
}

function exchangeCode({ tokens }: MockOpenidCall, { appid, challenge, form }: CodeToExchange) {
  const code = form.get("code") ?? "";
  return tokens.exchangeOpenid(appid, { code, challenge, redirectUri: form.get("redirect_uri") ?? "" });
}

function exchangeDeviceCode({ tokens, devices }: MockOpenidCall, appid: string, form: URLSearchParams) {
  const user = devices.take(appid, form.get("device_code") ?? "");
  const redirectUri = "";
  const code = tokens.issueCode(appid, user, undefined, { redirectUri, nonce: undefined });
  return tokens.exchangeOpenid(appid, { code, challenge: undefined, redirectUri });
}

function signedIn(
  { issuer, now }: MockOpenidCall,
  appid: string,
  { nonce, openid, ...given }: ReturnType<MockTokens["exchangeOpenid"]>,
) {
  const seconds = Math.floor(now() / 1000);
  const claims = { iss: issuer, aud: appid, sub: openid, nonce, iat: seconds, exp: seconds + 600 };
  return { token_type: "Bearer", ...given, id_token: unsigned(claims) };
}

function basicOf({ authorization = "" }: SentCall, form: URLSearchParams) {
  const [, encoded] = /^Basic (\S+)$/i.exec(authorization) ?? [];
  if (encoded === undefined)
    return { appid: form.get("client_id") ?? "", secret: form.get("client_secret") ?? "" };
  const [appid = "", secret = ""] = atob(encoded).split(":").map(decodeURIComponent);
  return { appid, secret };
}

/** An ID token in form; a mock platform has no key, so its signature is none. */
function unsigned(claims: object): string {
  const parts = [{ alg: "RS256", kid: "mock" }, claims].map((part) =>
    toBase64Url(new TextEncoder().encode(JSON.stringify(part))),
  );
  return [...parts, toBase64Url(new Uint8Array(256))].join(".");
}

/** The body and status that a refusal has at the OAuth addresses (RFC 6749, section 5.2). */
export function openidRefusal({ type, hints }: MockRefusal): Response {
  const [ofType, status] = refusals[type] ?? ["invalid_request", 400];
  const { retryAfterSeconds, oauthError: error = ofType } = hints;
  const headers = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  return Response.json({ error, error_description: "The mock platform refuses this." }, { status, headers });
}

const refusals: Readonly<Partial<Record<MockRefusal["type"], readonly [string, number]>>> = {
  invalid_client: ["invalid_client", 401],
  invalid_token: ["invalid_token", 401],
  invalid_grant: ["invalid_grant", 400],
  unauthorized_client: ["unauthorized_client", 400],
  unsupported_grant_type: ["unsupported_grant_type", 400],
  request_rate_limited: ["temporarily_unavailable", 429],
  storage_unavailable: ["temporarily_unavailable", 503],
  internal_error: ["server_error", 500],
};
