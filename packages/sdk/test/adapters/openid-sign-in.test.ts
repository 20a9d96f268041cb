import { describe, expect, test } from "vitest";
import { createSignIn } from "../../src/adapters/fetch-handler.ts";
import { createClient } from "../../src/create-client.ts";
import { createMockPlatform } from "../../src/testing/mock-platform.ts";
import { fromUserGrant } from "../../src/token-source/from-user-grant.ts";
import { createMemoryUserTokenStore } from "../../src/user-token-store/memory-user-token-store.ts";
import { secrets, setStage, surveysPage, type BuildApplication } from "./stage.ts";

let openid = "";

const build: BuildApplication = async (options) => {
  const signIn = createSignIn(options);
  const surveys = signIn.requireGrant(async (_request, grant) => {
    ({ openid } = grant);
    return new Response(await surveysPage(grant));
  });
  return {
    async send(path, init) {
      const request = new Request(`http://127.0.0.1${path}`, init);
      const { pathname } = new URL(request.url);
      if (pathname === "/login") return signIn.login(request);
      return pathname === "/callback" ? signIn.callback(request) : surveys(request);
    },
    stop: async () => undefined,
  };
};

async function start() {
  const clock = { now: Date.now() };
  const platform = createMockPlatform({ clock: () => clock.now });
  const store = createMemoryUserTokenStore();
  const address = {
    baseUrl: platform.baseUrl,
    fetch: platform.fetch,
    wallClock: () => clock.now,
    sleep: async () => undefined,
  };
  const stage = await setStage(build, { openid: true, store, platform: address }, platform);
  const browser = stage.newBrowser();
  await stage.signIn(browser);
  const { body } = await browser.get("/surveys");
  const options = { appid: "mock_app", secret: secrets.secret, openid, store };
  const sourceOf = () => fromUserGrant(address, options);
  const client = createClient({ platform: address, source: sourceOf() });
  const kept = async () => (await store.get(openid))?.value;
  return { clock, platform, stage, browser, body, client, sourceOf, kept };
}

describe("signing in by OpenID Connect", () => {
  test("keeps bearer tokens, and calls carry them in the header", async () => {
    const { platform, body, client, kept } = await start();
    expect(body).toContain(`"hasOpenid":true`);
    expect(await kept()).toMatchObject({
      tokenType: "bearer",
      refreshToken: expect.stringMatching(/^sopf_/),
    });
    expect((await client.getUser()).openid).toBe(openid);
    expect((await client.surveys.list()).total).toBeGreaterThan(0);
    expect(platform.calls.map(({ path }) => path)).toContain("/oauth/token");
    expect(platform.calls.every(({ appid }) => appid === undefined)).toBe(true);
  });

  test("refuses the response of another server", async () => {
    const { stage } = await start();
    const browser = stage.newBrowser();
    const callback = await stage.consent(browser);
    const { status } = await browser.get(callback.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil.example"));
    expect(status).toBe(400);
  });

  test("stores each refresh token in the place of the one that it was got with", async () => {
    const { clock, client, kept } = await start();
    const seen = new Set([(await kept())?.refreshToken]);
    for (let hour = 0; hour < 5; hour += 1) {
      clock.now += 3_600_000;
      await client.surveys.list();
      seen.add((await kept())?.refreshToken);
    }
    expect(seen.size).toBe(6);
  });

  test("refreshes once for all who wait in a process", async () => {
    const { clock, platform, sourceOf } = await start();
    clock.now += 3_600_000;
    const before = platform.calls.length;
    const tokens = await Promise.all(Array.from({ length: 20 }, () => sourceOf().get()));
    expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(platform.calls.slice(before).map(({ path }) => path)).toEqual(["/oauth/token"]);
  });

  test("loses nothing when the response of a refresh is lost", async () => {
    const { clock, platform, client } = await start();
    for (const kind of ["lost_response", "proxy_error", "storage_unavailable"] as const) {
      clock.now += 3_600_000;
      platform.inject({ kind, on: "token" });
      expect((await client.surveys.list()).total).toBeGreaterThan(0);
    }
  });

  test("asks for consent again when the family has ended", async () => {
    const { platform, clock, client } = await start();
    platform.revokeConsent(openid);
    clock.now += 3_600_000;
    await expect(client.surveys.list()).rejects.toMatchObject({ type: "consent_required" });
  });
});
