import { describe, expect, it, test } from "vitest";
import { obtainTeamToken } from "../../support/flows.ts";
import {
  allowOauth,
  basicHeader,
  callWithBearer,
  challenged,
  codeExchange,
  makePublic,
  oauthLink,
  oauthSettings,
  obtainOauthTokens,
  pkce,
  platformOrigin,
  postOauth,
  refreshOauth,
  resultOf,
  unlimitedOauth,
  type OauthTokens,
} from "../../support/oauth.ts";
import { decisionPath } from "../../support/opened-consent.ts";
import { sampleCallback, sampleSecrets } from "../../support/sample-declaration.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

describe("the code flow", () => {
  it("gives a bearer token and a refresh token, and brings state and issuer back", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const result = await allowOauth(platform);
    expect(result).toEqual({
      code: expect.stringMatching(/^sopc_/),
      state: 'a state: {"x": 1} & more',
      iss: platformOrigin,
    });
    const response = await postOauth(platform, "/oauth/token", codeExchange(result["code"] ?? ""));
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^sopb_/),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^sopf_/),
      scope: "surveys:read answers:read",
    });
  });

  test.each([
    ["in the body", { client_id: "demo_app", client_secret: sampleSecrets.demoApp }, ""],
    ["in the header, percent-encoded", {}, `Basic ${btoa(`demo%5Fapp:${sampleSecrets.demoApp}`)}`],
    ["in the header, with client_id in the body too", { client_id: "demo_app" }, undefined],
  ])("takes the secret %s", async (_, changes, header) => {
    const platform = await startTestPlatform(oauthSettings);
    const { code = "" } = await allowOauth(platform);
    const response = await postOauth(platform, "/oauth/token", codeExchange(code, changes), header);
    expect(response.status).toBe(200);
  });

  test.each([
    ["nothing", undefined, "surveys:read"],
    ["names that there are not, beside one that there is", "email surveys:read phone", "surveys:read"],
    ["writing, which the application may not do", "surveys:read surveys:write", "surveys:read"],
    ["a sign-in only", "openid profile", "openid profile"],
  ])("asked for %s gives a token for as much as there is", async (_, scope, given) => {
    const platform = await startTestPlatform(oauthSettings);
    const tokens = await obtainOauthTokens(platform, { scope });
    expect(tokens.scope).toBe(given);
    expect("refresh_token" in tokens).toBe(given !== "openid profile");
  });

  it("needs no state, and says that the user did not allow it", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const browser = await signedInBrowser(platform);
    const page = await browser.get(oauthLink({ state: undefined }));
    const denied = await browser.submit(page, decisionPath, { decision: "deny" });
    expect(resultOf(denied)).toEqual({
      error: "access_denied",
      error_description: expect.stringMatching(/ /),
      iss: platformOrigin,
    });
  });

  test.each([
    ["every ASCII character", Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("")],
    ["1,024 bytes of Chinese", "状".repeat(341) + "x"],
    ["markup", `"><script>alert(1)</script>`],
  ])("brings a state of %s back as it was", async (_, state) => {
    const platform = await startTestPlatform(oauthSettings);
    expect((await allowOauth(platform, { state }))["state"]).toBe(state);
  });

  it("opens the same page for a form", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const browser = await signedInBrowser(platform);
    const [path = "", query = ""] = oauthLink().split("?");
    const page = await browser.follow(browser.post(path, Object.fromEntries(new URLSearchParams(query))));
    expect(resultOf(await browser.submit(page, decisionPath, { decision: "allow" }))).toHaveProperty("code");
  });

  it("is not there without a public address", async () => {
    const platform = await startTestPlatform();
    expect((await platform.fetch(oauthLink())).status).toBe(404);
    expect((await postOauth(platform, "/oauth/token", codeExchange("x"))).status).toBe(404);
  });
});

async function startPublic() {
  const platform = await startTestPlatform(oauthSettings);
  await makePublic(platform);
  const redirectUri = "http://localhost:49152/callback";
  const changes = { redirect_uri: redirectUri, ...challenged };
  const exchange = (code: string, more = {}) =>
    postOauth(
      platform,
      "/oauth/token",
      codeExchange(code, { client_id: "demo_app", redirect_uri: redirectUri, ...more }),
      "",
    );
  return { platform, changes, exchange };
}

describe("a client without a secret", () => {
  it("exchanges its code with its verifier, at any port of its own machine", async () => {
    const { platform, changes, exchange } = await startPublic();
    const { code = "" } = await allowOauth(platform, changes);
    const response = await exchange(code, { code_verifier: pkce.verifier });
    expect(response.status).toBe(200);
    const { refresh_token: token } = (await response.json()) as OauthTokens;
    const refreshed = { grant_type: "refresh_token", refresh_token: token, client_id: "demo_app" };
    expect((await postOauth(platform, "/oauth/token", refreshed, "")).status).toBe(200);
  });

  it("is asked for every time", async () => {
    const { platform, changes, exchange } = await startPublic();
    const browser = await signedInBrowser(platform);
    for (const _ of [1, 2]) {
      const { code = "" } = await allowOauth(platform, changes, browser);
      expect((await exchange(code, { code_verifier: pkce.verifier })).status).toBe(200);
    }
  });

  it("has to send a challenge, and proves nothing with somebody's secret", async () => {
    const { platform, changes, exchange } = await startPublic();
    const browser = await signedInBrowser(platform);
    const without = oauthLink({ redirect_uri: changes.redirect_uri });
    expect(resultOf(await browser.get(without))).toMatchObject({ error: "invalid_request" });
    const { code = "" } = await allowOauth(platform, changes, browser);
    const proven = await exchange(code, {
      code_verifier: pkce.verifier,
      client_secret: sampleSecrets.otherApp,
    });
    expect(proven.status).toBe(401);
    expect((await exchange(code)).status).toBe(400);
    expect((await exchange(code, { code_verifier: pkce.verifier })).status).toBe(200);
  });
});

async function skipsAfter(
  platform: TestPlatform,
  { first = {}, second = {} }: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<boolean> {
  const browser = await signedInBrowser(platform);
  await obtainOauthTokens(platform, first, browser);
  return "code" in resultOf(await browser.get(oauthLink(second)));
}

describe("a consent that stands", () => {
  test.each([
    ["the same request again", {}, {}, true],
    ["one for less", {}, { scope: "surveys:read" }, true],
    ["one for more", {}, { scope: "surveys:read openid" }, false],
    ["one to another address", {}, { redirect_uri: `${sampleCallback}?from=sop` }, false],
    ["one that wants the question", {}, { prompt: "consent" }, false],
    ["one that may ask nothing", {}, { prompt: "none" }, true],
  ])("answers %s: %s %s %s", async (_, first, second, skips) => {
    const platform = await startTestPlatform(oauthSettings);
    expect(await skipsAfter(platform, { first, second })).toBe(skips);
  });

  it("gives a code that can be exchanged, and ends with the consent", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const browser = await signedInBrowser(platform);
    await obtainOauthTokens(platform, {}, browser);
    const { code = "" } = resultOf(await browser.get(oauthLink()));
    expect((await postOauth(platform, "/oauth/token", codeExchange(code))).status).toBe(200);
    const user = await platform.store.findUserByUsername("ada");
    await platform.store.revokeAllGrants(user?.id ?? 0, { userId: null, username: "test", address: "" });
    expect(resultOf(await browser.get(oauthLink()))).toEqual({});
  });

  it("is none for a request that may ask nothing and was never agreed to", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const browser = await signedInBrowser(platform);
    const result = resultOf(await browser.get(oauthLink({ prompt: "none" })));
    expect(result).toMatchObject({ error: "consent_required", iss: platformOrigin });
    const stranger = await platform.fetch(oauthLink({ prompt: "none" }), { redirect: "manual" });
    expect(stranger.headers.get("location")).toContain("error=login_required");
  });
});

/** The fields of a response that is expected to be a success. */
async function tokensIn(response: Promise<Response>): Promise<OauthTokens> {
  return (await (await response).json()) as OauthTokens;
}

describe("a refresh token", () => {
  it("rotates, and gives the same successor again within half a minute", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const first = await obtainOauthTokens(platform);
    const second = await tokensIn(refreshOauth(platform, first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    platform.clock.now += 29_000;
    const again = await tokensIn(refreshOauth(platform, first.refresh_token));
    expect(again.refresh_token).toBe(second.refresh_token);
    expect(again.access_token).not.toBe(second.access_token);
    expect((await refreshOauth(platform, second.refresh_token)).status).toBe(200);
  });

  it("ends with its whole family when it comes back later", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const first = await obtainOauthTokens(platform);
    const second = (await (await refreshOauth(platform, first.refresh_token)).json()) as OauthTokens;
    platform.clock.now += 31_000;
    const replayed = await refreshOauth(platform, first.refresh_token);
    expect([replayed.status, await replayed.json()]).toMatchObject([400, { error: "invalid_grant" }]);
    expect((await refreshOauth(platform, second.refresh_token)).status).toBe(400);
  });

  it("lives thirty days from the consent, however often it rotates", async () => {
    const platform = await startTestPlatform(oauthSettings);
    let { refresh_token: token } = await obtainOauthTokens(platform);
    for (let day = 1; day < 30; day += 1) {
      platform.clock.now += 86_400_000;
      const response = await refreshOauth(platform, token);
      expect(response.status).toBe(200);
      ({ refresh_token: token } = (await response.json()) as OauthTokens);
    }
    platform.clock.now += 86_400_000;
    expect((await refreshOauth(platform, token)).status).toBe(400);
  });

  test.each([
    ["fewer scopes", "surveys:read", 200, "surveys:read"],
    ["the same scopes", "surveys:read answers:read", 200, "surveys:read answers:read"],
    ["more scopes", "surveys:read surveys:write", 400, undefined],
    ["no scope that there is", "email", 400, undefined],
  ])("asked for %s", async (_, scope, status, given) => {
    const platform = await startTestPlatform(oauthSettings);
    const { refresh_token: token } = await obtainOauthTokens(platform);
    const response = await refreshOauth(platform, token, { scope });
    const body = (await response.json()) as Partial<OauthTokens> & { error?: string };
    expect([response.status, body.scope, body.error]).toEqual([
      status,
      given,
      status === 400 ? "invalid_scope" : undefined,
    ]);
  });
});

describe("the token of a team", () => {
  const acme = basicHeader("acme_team", sampleSecrets.acmeTeam);
  const request = (platform: TestPlatform, changes = {}, header = acme) =>
    postOauth(platform, "/oauth/token", { grant_type: "client_credentials", ...changes }, header);

  it("is given beside earlier ones, for what is asked", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const response = await request(platform, { scope: "surveys:read answers:read answers:write" });
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^sopm_/),
      token_type: "Bearer",
      expires_in: 7200,
      scope: "surveys:read answers:read answers:write",
    });
  });

  it("is one of fifty that live side by side, and leaves the team's own token alone", async () => {
    const platform = await startTestPlatform(unlimitedOauth);
    const own = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
    const made: string[] = [];
    for (let at = 0; at < 51; at += 1) {
      made.push((await tokensIn(request(platform))).access_token);
      // Of tokens of one millisecond, none is the oldest.
      platform.clock.now += 1;
    }
    const statuses = [0, 1, 50].map(async (at) => {
      const response = await callWithBearer(platform, "/api/surveys", made[at] ?? "");
      return response.status;
    });
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
    expect(await platform.call("/api/surveys", own)).toMatchObject({ code: "OK" });
  });

  it("is for teams with a plan", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const free = await request(platform, {}, basicHeader("free_team", sampleSecrets.freeTeam));
    expect([free.status, await free.json()]).toMatchObject([400, { error: "unauthorized_client" }]);
    const ofUsers = await request(platform, {}, basicHeader("demo_app", sampleSecrets.demoApp));
    expect([ofUsers.status, await ofUsers.json()]).toMatchObject([400, { error: "unauthorized_client" }]);
  });
});
