import type { ParameterRules } from "./documented-call.ts";
import type { MockDevices } from "./mock-devices.ts";
import { readMockParameters } from "./mock-parameters.ts";
import { MockRefusal } from "./mock-response.ts";
import type { MockGrant, MockTokens } from "./mock-tokens.ts";
import type { MockTeamApplication, MockWorld } from "./mock-world.ts";

/** A request as it came. */
export interface MockRequest {
  readonly method: string;
  /** Below the platform's address. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
  readonly body: string;
  readonly authorization: string;
}

/** What the calls work on. */
export interface MockCallDependencies {
  readonly world: MockWorld;
  readonly tokens: MockTokens;
  readonly devices: MockDevices;
  /** Of ID tokens. */
  readonly issuer: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Whom a call acts for: a user by a grant, or a team. */
export interface MockPrincipal {
  readonly ownerId: number;
  readonly mayWrite: boolean;
  readonly grant?: MockGrant;
  readonly team?: MockTeamApplication;
}

const proofRules: ParameterRules = {
  appid: { required: true, minLength: 1, maxLength: 64 },
  access_token: { required: true, minLength: 1, maxLength: 128 },
};

/** Whom the token of a request acts for: read and checked before anything else. @throws MockRefusal */
export function authenticateMock(
  request: MockRequest,
  { tokens, world }: MockCallDependencies,
): MockPrincipal {
  const proof = bearerOf(request) === undefined ? proofIn(request, tokens) : bearerGrant(request, tokens);
  const application = world.applications.find(({ appid }) => appid === proof.appid);
  const { mayWrite = true } = application ?? {};
  if ("openid" in proof) return { ownerId: proof.user.id, mayWrite, grant: proof };
  if (proof.plan === "free") throw new MockRefusal("invalid_org_subscription");
  return { ownerId: proof.teamId, mayWrite, team: proof };
}

/** The bearer token of a request, if it has one (RFC 6750, section 2.1). */
export function bearerOf({ authorization }: MockRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization)?.[1];
}

/** The grant of a bearer token. @throws MockRefusal */
export function bearerGrant(request: MockRequest, tokens: MockTokens): MockGrant {
  const token = bearerOf(request) ?? "";
  const isTwice = new URLSearchParams(request.query).has("access_token");
  const grant = isTwice ? undefined : tokens.findGrant(token, "sopb_");
  if (grant === undefined) throw new MockRefusal("invalid_token");
  return grant;
}

/** Whose appid and token are in the query. A bearer token is none there. @throws MockRefusal */
function proofIn({ query }: MockRequest, tokens: MockTokens): MockGrant | MockTeamApplication {
  const { appid, access_token: token = "" } = readMockParameters(proofRules, query);
  const found = tokens.findGrant(token, "sopu_") ?? tokens.findTeam(token);
  if (found === undefined || found.appid !== appid) throw new MockRefusal("invalid_token");
  return found;
}
