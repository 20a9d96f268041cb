import { describe, expect, test } from "vitest";
import { createSignIn } from "../../src/adapters/fetch-handler.ts";
import type { SessionKeeper } from "../../src/adapters/session.ts";
import type { SignInProblem } from "../../src/adapters/sign-in-problem.ts";
import { createMemoryUsedStates } from "../../src/state/used-states.ts";
import { createMockPlatform } from "../../src/testing/mock-platform.ts";
import { createMemoryUserTokenStore } from "../../src/user-token-store/memory-user-token-store.ts";
import { setStage, surveysPage, type BuildApplication } from "./stage.ts";

const build: BuildApplication = async (options) => {
  const signIn = createSignIn(options);
  const surveys = signIn.requireGrant(async (_request, grant) => new Response(await surveysPage(grant)));
  return {
    async send(path, init) {
      const request = new Request(`http://127.0.0.1${path}`, init);
      const { pathname } = new URL(request.url);
      if (pathname === "/login") return signIn.login(request);
      if (pathname === "/callback") return signIn.callback(request);
      return surveys(request);
    },
    stop: async () => undefined,
  };
};

const tokenRequests = (platform: ReturnType<typeof createMockPlatform>) =>
  platform.calls.filter(({ path }) => path.endsWith("_token"));

describe("signing in", () => {
  test("works in several tabs at once, each of which ends where it wanted to", async () => {
    const stage = await setStage(build);
    const browser = stage.newBrowser();
    const first = await stage.consent(browser, "/login?return_to=/first");
    const second = await stage.consent(browser, "/login?return_to=/second");
    expect((await browser.get(first)).location).toBe("/first");
    expect((await browser.get(second)).location).toBe("/second");
  });

  test("leads back to a path too long for any state", async () => {
    const stage = await setStage(build);
    const path = `/surveys?q=${"a".repeat(600)}`;
    const browser = stage.newBrowser();
    expect(await stage.signIn(browser, `/login?return_to=${encodeURIComponent(path)}`)).toBe(path);
  });

  test("does not fill a browser with cookies, however often it is begun", async () => {
    const stage = await setStage(build);
    const browser = stage.newBrowser();
    for (let count = 0; count < 20; count += 1) await browser.get("/login");
    expect(browser.cookies.size).toBeLessThanOrEqual(5);
    expect(await stage.signIn(browser)).toBe("/");
  });

  test("fails without its cookie, and works without it where the application accepts that", async () => {
    for (const whenCookieIsLost of ["refuse", "accept"] as const) {
      const stage = await setStage(build, { whenCookieIsLost });
      const callback = await stage.consent(stage.newBrowser(), "/login?return_to=/surveys");
      const other = stage.newBrowser();
      const visit = await other.get(callback);
      expect([whenCookieIsLost, visit.status]).toEqual([
        whenCookieIsLost,
        whenCookieIsLost === "accept" ? 303 : 400,
      ]);
      const again = await stage.newBrowser().get(callback);
      expect(again.status).toBe(400);
    }
  });

  test("ends ten minutes after it was begun", async () => {
    const clock = { now: Date.UTC(2026, 10, 21, 8, 0, 0) };
    const platform = createMockPlatform({ clock: () => clock.now });
    const wallClock = () => clock.now;
    const stage = await setStage(
      build,
      { platform: { baseUrl: platform.baseUrl, fetch: platform.fetch, wallClock } },
      platform,
    );
    const browser = stage.newBrowser();
    const callback = await stage.consent(browser);
    clock.now += 600_000;
    expect((await browser.get(callback)).status).toBe(400);
  });

  test("uses up a state once for all processes that share what was used", async () => {
    const usedStates = createMemoryUsedStates();
    const platform = createMockPlatform();
    const [one, other] = [
      await setStage(build, { usedStates }, platform),
      await setStage(build, { usedStates }, platform),
    ];
    const browser = one.newBrowser();
    const callback = await one.consent(browser);
    const elsewhere = other.newBrowser();
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect((await browser.get(callback)).status).toBe(303);
    expect((await elsewhere.get(callback)).status).toBe(400);
  });

  test("refuses a code that was stolen from another sign-in and put into one's own", async () => {
    const stage = await setStage(build);
    const [victim, thief] = [stage.newBrowser(), stage.newBrowser()];
    const stolen = new URL(await stage.consent(victim), "https://a.example").searchParams.get("code") ?? "";
    const own = new URL(await stage.consent(thief), "https://a.example");
    own.searchParams.set("code", stolen);
    expect((await thief.get(own.pathname + own.search)).status).toBe(502);
    expect(thief.cookies.has("__Host-sop_app_session")).toBe(false);
  });

  test("is not used up by a callback that gives its state twice", async () => {
    const stage = await setStage(build);
    const browser = stage.newBrowser();
    const callback = await stage.consent(browser);
    const state = new URL(callback, "https://a.example").searchParams.get("state") ?? "";
    expect((await browser.get(`${callback}&state=${state}`)).status).toBe(400);
    expect((await browser.get(callback)).status).toBe(303);
  });

  test("sends no PKCE challenge when it is turned off", async () => {
    const stage = await setStage(build, { pkce: false });
    const browser = stage.newBrowser();
    const { location } = await browser.get("/login");
    expect(location).not.toContain("code_challenge");
    expect(await stage.signIn(browser)).toBe("/");
  });

  test("tells the application what went wrong, and leads to its own page for that", async () => {
    const problems: SignInProblem[] = [];
    const stage = await setStage(build, {
      problemPath: "/sorry",
      onProblem: (problem) => void problems.push(problem),
    });
    const browser = stage.newBrowser();
    const denied = await browser.get(await stage.consent(browser, "/login", "deny"));
    expect([denied.status, denied.location]).toEqual([303, "/sorry?problem=denied"]);
    expect((await browser.get("/callback?code=x&state=abc")).location).toBe("/sorry?problem=state_mismatch");
    const callback = await stage.consent(browser);
    stage.platform.inject({ kind: "lost_response", on: "token" });
    expect((await browser.get(callback)).location).toBe("/sorry?problem=platform_error");
    expect(problems).toMatchObject([
      { kind: "denied" },
      { kind: "state_mismatch", reason: "forged" },
      { kind: "platform_error", error: { type: "network_error" } },
    ]);
    expect(JSON.stringify(problems)).not.toMatch(/sop[a-z]_/);
  });

  test("does not sign in when the tokens cannot be stored", async () => {
    const store = createMemoryUserTokenStore();
    const full = { ...store, put: () => Promise.reject(new Error("the disk is full")) };
    const stage = await setStage(build, { store: full });
    const browser = stage.newBrowser();
    const callback = await stage.consent(browser);
    await expect(browser.get(callback)).rejects.toThrow("the disk is full");
    expect(browser.setCookies.filter((line) => line.includes("session"))).toEqual([]);
  });

  test("uses plain cookies where the application itself is reached over plain HTTP", async () => {
    const redirectUri = "http://localhost:8788/callback";
    const platform = createMockPlatform({
      applications: [
        {
          kind: "web",
          appid: "mock_app",
          secret: "mock-app-secret-for-tests-only-1",
          redirectUris: [redirectUri],
        },
      ],
    });
    const stage = await setStage(build, { redirectUri }, platform);
    const browser = stage.newBrowser();
    await stage.signIn(browser);
    for (const line of browser.setCookies)
      expect(line).toMatch(/^sop_app_\w+=[\w.-]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test.each([
    ["a short session secret", { sessionSecret: "short" }],
    ["a login path elsewhere", { loginPath: "https://evil.example/login" }],
    ["a login path with a query", { loginPath: "/login?x=1" }],
    ["a home path elsewhere", { homePath: "//evil.example" }],
    ["a problem path elsewhere", { problemPath: "//evil.example" }],
  ])("cannot be put together with %s", async (_, changes) => {
    await expect(setStage(build, changes)).rejects.toThrow(TypeError);
  });
});

describe("a session", () => {
  test("ends when its time is over", async () => {
    const clock = { now: Date.UTC(2026, 10, 21, 8, 0, 0) };
    const platform = createMockPlatform({ clock: () => clock.now });
    const wallClock = () => clock.now;
    const changes = {
      platform: { baseUrl: platform.baseUrl, fetch: platform.fetch, wallClock },
      sessionLifetimeSeconds: 3600,
    };
    const stage = await setStage(build, changes, platform);
    const browser = stage.newBrowser();
    await stage.signIn(browser);
    clock.now += 3_599_999;
    expect((await browser.get("/surveys")).status).toBe(200);
    clock.now += 1;
    expect((await browser.get("/surveys")).status).toBe(303);
  });

  test("needs a grant that is still there and whose thirty days are not over", async () => {
    const clock = { now: Date.UTC(2026, 10, 21, 8, 0, 0) };
    const platform = createMockPlatform({ clock: () => clock.now });
    const wallClock = () => clock.now;
    const changes = {
      platform: { baseUrl: platform.baseUrl, fetch: platform.fetch, wallClock },
      sessionLifetimeSeconds: 90 * 24 * 3600,
    };
    const stage = await setStage(build, changes, platform);
    const browser = stage.newBrowser();
    await stage.signIn(browser);
    clock.now += 29 * 24 * 3600 * 1000;
    expect((await browser.get("/surveys")).status).toBe(200);
    clock.now += 5 * 24 * 3600 * 1000;
    const calls = tokenRequests(platform).length;
    expect((await browser.get("/surveys")).status).toBe(303);
    expect(tokenRequests(platform)).toHaveLength(calls);
    const headers = { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const request = new Request("https://application.example/", { headers });
    // Also where nothing is read of the platform, and so nothing could be refused there.
    expect(await createSignIn(stage.options).grantOf(request)).toBeUndefined();
  });

  test("is refused when any character of its cookie was changed, or it was sealed with another secret", async () => {
    const stage = await setStage(build);
    const browser = stage.newBrowser();
    await stage.signIn(browser);
    const [[name, value] = ["", ""]] = browser.cookies;
    for (let index = 0; index < value.length; index += 1) {
      const other = value[index] === "A" ? "B" : "A";
      browser.cookies.set(name, value.slice(0, index) + other + value.slice(index + 1));
      expect((await browser.get("/surveys")).status).toBe(303);
    }
    browser.cookies.set(name, value);
    expect((await browser.get("/surveys")).status).toBe(200);
    const elsewhere = await setStage(build, { sessionSecret: "another session secret for tests, long too" });
    const stranger = elsewhere.newBrowser();
    stranger.cookies.set(name, value);
    expect((await stranger.get("/surveys")).status).toBe(303);
  });

  test("can be the application's own", async () => {
    const openids = new Map<string, string>();
    const session: SessionKeeper = {
      read: async ({ header }) => openids.get(header("cookie") ?? ""),
      async start(_request, openid) {
        openids.set("own=1", openid);
        return ["own=1; Path=/; HttpOnly"];
      },
      end: async () => ["own=; Max-Age=0; Path=/"],
    };
    const stage = await setStage(build, { session });
    const browser = stage.newBrowser();
    await stage.signIn(browser);
    expect([...browser.cookies]).toEqual([["own", "1"]]);
    expect((await browser.get("/surveys")).status).toBe(200);
  });
});
