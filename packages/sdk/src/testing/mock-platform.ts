import type { MockErrorStatus } from "./mock-response.ts";
import { MockDevices } from "./mock-devices.ts";
import { callbackAddress, checkAuthorizationLink } from "./mock-consent.ts";
import { MockRouter, type MockCall } from "./mock-router.ts";
import { mockWebhookRequest, type MockWebhook } from "./mock-webhook.ts";
import { MockFaults, type MockFault } from "./mock-faults.ts";
import {
  documentedLifetimes,
  MockTokens,
  type MockLifetimes,
  type MockMint,
  type MockRateLimit,
} from "./mock-tokens.ts";
import {
  mockSample,
  type MockApplication,
  type MockUser,
  type MockSurvey,
  type MockTeamApplication,
  type MockWebApplication,
  type MockWorld,
} from "./mock-world.ts";

export { mockSample };
export type {
  MockApplication,
  MockCall,
  MockErrorStatus,
  MockFault,
  MockLifetimes,
  MockMint,
  MockUser,
  MockRateLimit,
  MockSurvey,
  MockTeamApplication,
  MockWebApplication,
  MockWebhook,
};

/** How a mock platform differs from the usual one. */
export interface MockPlatformOptions extends Partial<MockWorld> {
  /** Default `https://platform.example`. */
  readonly baseUrl?: string;
  /** Default: `baseUrl`. */
  readonly authUrl?: string;
  /** The clock of the test, in unix milliseconds; default `Date.now`. */
  readonly clock?: () => number;
  /** How far the platform's clock is ahead of that one. */
  readonly clockSkewMilliseconds?: number;
  /** Lifetimes in seconds that differ from the documented ones. */
  readonly lifetimes?: Partial<MockLifetimes>;
  /** Limits token requests per application; none unless given. */
  readonly tokenRequests?: MockRateLimit;
  /** Seconds for which an overridden team token goes on working; 0 unless given: newest only. */
  readonly teamTokenOverlapSeconds?: number;
  /** Whether refusals come with HTTP 200 (`ok`, the default) or with a status of their own. */
  readonly errorStatus?: MockErrorStatus;
  readonly faults?: readonly MockFault[];
  /** Decides about faults that meet a share of the requests; default `Math.random`. */
  readonly random?: () => number;
}

/** Who consents to what. */
export interface MockConsent {
  /** Id of the user; the first one unless given. */
  readonly userId?: number;
  readonly decision?: "allow" | "deny";
}

/** A platform in memory, for tests of applications. */
export interface MockPlatform {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Pass it to anything that takes a `fetch`. Knows no address but the platform's own. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Every request so far. */
  readonly calls: readonly MockCall[];
  /** Every team token so far. */
  readonly mints: readonly MockMint[];
  /** The team token that works right now; of the only team unless an appid is given. */
  liveTeamToken(appid?: string): string | undefined;
  /** Lets another program ask for a team token: the one in use is overridden. @returns the new one */
  mintElsewhere(appid?: string): string;
  /** Goes through the consent page of an authorization link. @returns the address that the browser is sent to @throws Error when the platform would show an error page */
  grantConsent(authorizationLink: string, consent?: MockConsent): string;
  /** Decides on the page where users type the code of a device. @throws Error when no device waits with it */
  decideOnDevice(userCode: string, consent?: MockConsent): void;
  /** A code for an application that users allow, as after consent; the only application unless given. */
  obtainCode(appid?: string, userId?: number): string;
  /** Lets the user revoke consent. @returns whether there was one */
  revokeConsent(openid: string): boolean;
  /** Ends every access token, as if its time had come; refresh tokens stay. */
  expireAccessTokens(): void;
  /** The request by which the platform delivers an event to a webhook, signed: pass it to the receiver of the application. */
  webhookRequest(webhook: MockWebhook): Promise<Request>;
  /** Lets something go wrong from now on. */
  inject(fault: MockFault): void;
  /** Ends every fault. */
  heal(): void;
}

/**
 * Makes a platform in memory. It has the data of `mockSample` by default. Consent, tokens (of OpenID Connect too, without a signature), the
 * user and the reading of surveys and answers behave like the real server: one suite of tests holds both to the interface. Every other call
 * checks its token and its required parameters, replies with an example from the server's description of its calls, and
 * changes nothing. It has no pages and does not count wrong secrets.
 *
 * @example
 * ```ts
 * import { createMockPlatform } from "@survey-open-platform/sdk/testing";
 *
 * const platform = createMockPlatform({ faults: [{ kind: "lost_response", on: "token" }] });
 * const code = platform.obtainCode();
 * ```
 */
export function createMockPlatform(options: MockPlatformOptions = {}): MockPlatform {
  const { baseUrl = "https://platform.example", authUrl = baseUrl } = options;
  const { world, tokens, devices, faults, ...calls } = buildPlatform(options, new URL(authUrl).origin);
  const router = new MockRouter({ ...calls, world, tokens, devices, faults, baseUrl });
  return {
    baseUrl,
    authUrl,
    fetch: (input, init) => router.fetch(input, init),
    calls: router.calls,
    mints: tokens.mints,
    liveTeamToken: (appid) => tokens.liveTeamToken(appid ?? onlyOne(world, "team").appid),
    mintElsewhere: (appid) => tokens.issueTeamToken(teamCalled(world, appid), "foreign").access_token,
    grantConsent: (link, { userId, decision = "allow" } = {}) => {
      const request = checkAuthorizationLink(link, authUrl, world.applications);
      if (decision === "deny") return callbackAddress(request, { error: "access_denied" });
      const { application, codeChallenge, openid } = request;
      const user = userWithId(world, userId);
      return callbackAddress(request, {
        code: tokens.issueCode(application.appid, user, codeChallenge, openid),
      });
    },
    decideOnDevice: (userCode, { userId, decision = "allow" } = {}) =>
      devices.decide(userCode, decision === "deny" ? decision : userWithId(world, userId)),
    obtainCode: (appid, userId) =>
      tokens.issueCode(appid ?? onlyOne(world, "web").appid, userWithId(world, userId)),
    revokeConsent: (openid) => tokens.revoke(openid),
    expireAccessTokens: () => tokens.expireAccessTokens(),
    webhookRequest: (webhook) => mockWebhookRequest(webhook, calls.now()),
    inject: (fault) => faults.add(fault),
    heal: () => faults.clear(),
  };
}

function buildPlatform(options: MockPlatformOptions, issuer: string) {
  const { clock = Date.now, clockSkewMilliseconds = 0, errorStatus = "ok", random = Math.random } = options;
  const now = () => clock() + clockSkewMilliseconds;
  const { applications, users, surveys } = { ...mockSample, ...options };
  const { tokenRequests, teamTokenOverlapSeconds = 0 } = options;
  const lifetimes = { ...documentedLifetimes, ...options.lifetimes };
  return {
    now,
    issuer,
    errorStatus,
    world: { applications, users, surveys } satisfies MockWorld,
    tokens: new MockTokens({ now, lifetimes, tokenRequests, teamTokenOverlapSeconds }),
    devices: new MockDevices(now),
    faults: new MockFaults(options.faults ?? [], random),
  };
}

function userWithId({ users }: MockWorld, id: number | undefined): MockUser {
  const user = id === undefined ? users[0] : users.find((candidate) => candidate.id === id);
  if (user === undefined) throw new Error("The mock platform knows no such user");
  return user;
}

function teamCalled(world: MockWorld, appid: string | undefined): MockTeamApplication {
  const team = world.applications.find((candidate) => candidate.appid === appid) ?? onlyOne(world, "team");
  if (team.kind !== "team") throw new Error("The mock platform knows no team with this appid");
  return team;
}

function onlyOne({ applications }: MockWorld, kind: MockApplication["kind"]): MockApplication {
  const [application, ...others] = applications.filter((candidate) => candidate.kind === kind);
  if (application === undefined || others.length > 0)
    throw new Error(`The mock platform does not know exactly one ${kind} application: name its appid`);
  return application;
}
