import { toBase64Url } from "../encoding/base64url.ts";
import type { MockCallDependencies } from "./mock-data-calls.ts";
import type { ParameterValues } from "./mock-parameters.ts";
import { MockRefusal } from "./mock-response.ts";
import type { MockTokens } from "./mock-tokens.ts";
import type { MockApplication } from "./mock-world.ts";

/** A request for a token whose parameters are good. */
export interface TokenRequest extends MockCallDependencies {
  readonly values: ParameterValues;
}

/** `GET /api/oauth2/access_token`. */
export async function issueMockToken({ values, world, tokens }: TokenRequest) {
  checkGrantType(values);
  const { appid, secret = "", grant_type, code = "", code_verifier } = values;
  // All that has to be waited for comes first: what follows takes effect in one step.
  const challenge = code_verifier === undefined ? undefined : await mockChallengeOf(code_verifier);
  const application = admitMock(world.applications, appid, secret);
  if (grant_type === "client_credential") return issueTeamToken(application, tokens);
  if (application.kind !== "web") throw new MockRefusal("unauthorized_client");
  return tokens.exchange(application.appid, code, challenge);
}

/** The S256 challenge of a verifier. */
export async function mockChallengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return toBase64Url(new Uint8Array(digest));
}

function checkGrantType({ grant_type, code, code_verifier }: ParameterValues): void {
  if (grant_type === "client_credential") return;
  if (grant_type !== "authorization_code") throw new MockRefusal("unsupported_grant_type");
  if (code === undefined || code === "") throw new MockRefusal("invalid_argument", { parameter: "code" });
  if (code_verifier === "") throw new MockRefusal("invalid_argument", { parameter: "code_verifier" });
}

/** The application that a request is made by. @param secret undefined where it need not be sent @throws MockRefusal */
export function admitMock(
  applications: readonly MockApplication[],
  appid: string | undefined,
  secret: string | undefined,
): MockApplication {
  const application = applications.find((candidate) => candidate.appid === appid);
  if (application === undefined || (secret ?? application.secret) !== application.secret)
    throw new MockRefusal("invalid_client");
  return application;
}

function issueTeamToken(application: MockApplication, tokens: MockTokens) {
  if (application.kind !== "team") throw new MockRefusal("unauthorized_client");
  if (application.plan === "free") throw new MockRefusal("invalid_org_subscription");
  return tokens.issueTeamToken(application);
}

/** `GET /api/oauth2/refresh_token`. */
export function refreshMockToken({ values, world, tokens }: TokenRequest) {
  const { appid, refresh_token = "", grant_type, secret } = values;
  if (grant_type !== "refresh_token") throw new MockRefusal("unsupported_grant_type");
  const application = admitMock(world.applications, appid, secret);
  if (application.kind !== "web") throw new MockRefusal("unauthorized_client");
  return tokens.refresh(application, refresh_token);
}
