import { toBase64Url } from "../encoding/base64url.ts";
import type { ParameterValues } from "./mock-parameters.ts";
import type { MockCallDependencies, MockRequest } from "./mock-request.ts";
import { MockRefusal } from "./mock-response.ts";
import type { SentCode } from "./mock-tokens.ts";
import type { MockApplication, MockWebApplication } from "./mock-world.ts";

/** A request for a token whose parameters are good. */
export interface TokenRequest extends MockCallDependencies {
  readonly sent: MockRequest;
  readonly values: ParameterValues;
}

/** `GET /api/oauth2/access_token`. */
export async function issueMockToken({ values, world, tokens }: TokenRequest) {
  checkGrantType(values);
  const { appid, secret = "", grant_type, code = "", code_verifier } = values;
  // All that has to be waited for comes first: what follows takes effect in one step.
  const challenge = await challengeOf(code_verifier);
  const application = admit(world.applications, appid, secret);
  if (grant_type === "authorization_code")
    return tokens.exchange(webOf(application).appid, { code, challenge });
  if (application.kind !== "team") throw new MockRefusal("unauthorized_client");
  if (application.plan === "free") throw new MockRefusal("invalid_org_subscription");
  return tokens.issueTeamToken(application);
}

function checkGrantType({ grant_type, code, code_verifier }: ParameterValues): void {
  if (grant_type === "client_credential") return;
  if (grant_type !== "authorization_code") throw new MockRefusal("unsupported_grant_type");
  if (code === undefined || code === "") throw new MockRefusal("invalid_argument", { parameter: "code" });
  if (code_verifier === "") throw new MockRefusal("invalid_argument", { parameter: "code_verifier" });
}

/** `GET /api/oauth2/refresh_token`. */
export function refreshMockToken({ values, world, tokens }: TokenRequest) {
  const { appid, refresh_token = "", grant_type, secret } = values;
  if (grant_type !== "refresh_token") throw new MockRefusal("unsupported_grant_type");
  return tokens.refresh(webOf(admit(world.applications, appid, secret)).appid, refresh_token);
}

/** `POST /oauth/device`. */
export async function startMockDevice(request: TokenRequest) {
  const { appid } = await readClient(request);
  return request.devices.start(appid, request.issuer);
}

/** `POST /oauth/token`. */
export async function issueMockBearer(request: TokenRequest) {
  const { tokens, devices } = request;
  const { appid, challenge, field } = await readClient(request);
  switch (field("grant_type")) {
    case "authorization_code":
      return signedIn(request, appid, { code: field("code"), challenge, redirectUri: field("redirect_uri") });
    case "urn:ietf:params:oauth:grant-type:device_code": {
      const user = devices.take(appid, field("device_code"));
      const code = tokens.issueCode(appid, user, undefined, { redirectUri: "" });
      return signedIn(request, appid, { code, redirectUri: "" });
    }
    case "refresh_token":
      return { token_type: "Bearer", ...tokens.rotate(appid, field("refresh_token")) };
    default:
      throw new MockRefusal("unsupported_grant_type");
  }
}

/** The fields of a form, and the web application that sends it: in a header or in the form (RFC 6749, section 2.3.1). */
async function readClient({ world, sent }: TokenRequest) {
  const form = new URLSearchParams(sent.body);
  const field = (name: string) => form.get(name) ?? "";
  // All that has to be waited for comes first: what follows takes effect in one step.
  const challenge = await challengeOf(form.get("code_verifier") ?? undefined);
  const [, encoded] = /^Basic (\S+)$/i.exec(sent.authorization) ?? [];
  const inHeader = encoded === undefined ? undefined : atob(encoded).split(":").map(decodeURIComponent);
  const [appid, secret = ""] = inHeader ?? [field("client_id"), field("client_secret")];
  return { field, challenge, appid: webOf(admit(world.applications, appid, secret)).appid };
}

function signedIn({ tokens, issuer, now }: MockCallDependencies, appid: string, code: SentCode) {
  const { nonce, openid, ...given } = tokens.exchange(appid, code);
  const seconds = Math.floor(now() / 1000);
  const claims = { iss: issuer, aud: appid, sub: openid, nonce, iat: seconds, exp: seconds + 600 };
  return { token_type: "Bearer", ...given, id_token: unsigned(claims) };
}

/** An ID token in form; a mock platform has no key, so its signature is none. */
function unsigned(claims: object): string {
  const parts = [{ alg: "RS256", kid: "mock" }, claims].map((part) =>
    toBase64Url(new TextEncoder().encode(JSON.stringify(part))),
  );
  return [...parts, toBase64Url(new Uint8Array(256))].join(".");
}

/** The S256 challenge of a verifier. */
async function challengeOf(verifier: string | undefined): Promise<string | undefined> {
  if (verifier === undefined) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return toBase64Url(new Uint8Array(digest));
}

/** The application that a request is made by. @param secret undefined where it need not be sent @throws MockRefusal */
function admit(
  applications: readonly MockApplication[],
  appid: string | undefined,
  secret: string | undefined,
): MockApplication {
  const application = applications.find((candidate) => candidate.appid === appid);
  if (application === undefined || (secret ?? application.secret) !== application.secret)
    throw new MockRefusal("invalid_client");
  return application;
}

function webOf(application: MockApplication): MockWebApplication {
  if (application.kind !== "web") throw new MockRefusal("unauthorized_client");
  return application;
}
