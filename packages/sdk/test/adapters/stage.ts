import { onTestFinished } from "vitest";
import type { Grant, SignInOptions } from "../../src/adapters/sign-in.ts";
import { createMockPlatform, type MockPlatform } from "../../src/testing/mock-platform.ts";
import { createMemoryUserTokenStore } from "../../src/user-token-store/memory-user-token-store.ts";
import { Browser, type Send } from "./browser.ts";

/** An application under test, as its framework serves it. */
export interface Application {
  readonly send: Send;
  readonly stop: () => Promise<void>;
}

/**
 * Builds the application of these tests: `/login`, `/callback`, `/logout`; `/surveys`, which answers what
 * `surveysPage` says, and `/broken`, which throws `brokenPage`; both of them need a grant.
 */
export type BuildApplication = (options: SignInOptions) => Promise<Application>;

/** What `/surveys` shows. */
export async function surveysPage({ openid, client }: Grant): Promise<string> {
  const { list } = await client.surveys.list();
  return JSON.stringify({ hasOpenid: openid.startsWith("o"), titles: list.map(({ title }) => title) });
}

/** What `/broken` throws. */
export const brokenPage = new Error("the application's own mistake");

/** An application, its platform, and everything that they are made of. */
export interface Stage {
  readonly platform: MockPlatform;
  readonly options: SignInOptions;
  readonly send: Send;
  newBrowser(): Browser;
  /** Takes a browser through the whole of signing in. @returns where it ends */
  signIn(browser: Browser, path?: string): Promise<string>;
  /** Takes a browser up to the callback. @returns the callback's path and query */
  consent(browser: Browser, path?: string, decision?: "allow" | "deny"): Promise<string>;
}

/** The secrets of the application; none of them may ever be seen by a browser. */
export const secrets = {
  secret: "mock-app-secret-for-tests-only-1",
  sessionSecret: "a session secret for tests, long enough",
} as const;

/** Sets an application up in front of a platform in memory; it is gone when the test is finished. */
export async function setStage(
  build: BuildApplication,
  changes: Partial<SignInOptions> = {},
  platform = createMockPlatform(),
): Promise<Stage> {
  const options: SignInOptions = {
    platform: { baseUrl: platform.baseUrl, fetch: platform.fetch, readAttempts: 1 },
    appid: "mock_app",
    redirectUri: "https://application.example/callback",
    store: createMemoryUserTokenStore(),
    ...secrets,
    ...changes,
  };
  const { send, stop } = await build(options);
  onTestFinished(stop);
  const consent: Stage["consent"] = async (browser, path = "/login", decision = "allow") => {
    const { location } = await browser.get(path);
    const callback = new URL(platform.grantConsent(location, { decision }));
    return callback.pathname + callback.search;
  };
  return {
    platform,
    options,
    send,
    consent,
    newBrowser: () => new Browser(send),
    async signIn(browser, path) {
      const { status, location, body } = await browser.get(await consent(browser, path));
      if (status !== 303) throw new Error(`the callback answered ${status}: ${body}`);
      return location;
    },
  };
}
