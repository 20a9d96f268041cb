import { describe, expect, it, test } from "vitest";
import {
  basicHeader,
  callWithBearer,
  demoBasic,
  makePublic,
  oauthSettings,
  obtainOauthTokens,
  platformOrigin,
  postOauth,
  refreshOauth,
  type OauthTokens,
} from "../../support/oauth.ts";
import { revokeAllGrantsOf } from "../../support/revoke-grants.ts";
import { sampleSecrets } from "../../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const other = basicHeader("other_app", sampleSecrets.otherApp);

async function start() {
  const platform = await startTestPlatform(oauthSettings);
  return { platform, tokens: await obtainOauthTokens(platform) };
}

async function isServed(platform: TestPlatform, { access_token: token }: OauthTokens): Promise<boolean> {
  return (await callWithBearer(platform, "/api/surveys", token)).status === 200;
}

describe("revocation", () => {
  it("of an access token ends that one", async () => {
    const { platform, tokens } = await start();
    const second = (await (await refreshOauth(platform, tokens.refresh_token)).json()) as OauthTokens;
    const response = await postOauth(platform, "/oauth/revoke", { token: tokens.access_token });
    expect([response.status, await response.text()]).toEqual([200, "{}"]);
    expect(await isServed(platform, tokens)).toBe(false);
    expect(await isServed(platform, second)).toBe(true);
  });

  it("of a refresh token ends its family", async () => {
    const { platform, tokens } = await start();
    const apart = await obtainOauthTokens(platform, { prompt: "consent" });
    const second = (await (await refreshOauth(platform, tokens.refresh_token)).json()) as OauthTokens;
    await postOauth(platform, "/oauth/revoke", {
      token: second.refresh_token,
      token_type_hint: "access_token",
    });
    for (const ended of [tokens, second]) expect(await isServed(platform, ended)).toBe(false);
    expect((await refreshOauth(platform, second.refresh_token)).status).toBe(400);
    expect(await isServed(platform, apart)).toBe(true);
  });

  test.each([
    ["another application", other, 200],
    ["a client with a wrong secret", basicHeader("demo_app", "wrong"), 401],
    ["no client", "", 401],
  ])("by %s ends nothing", async (_, header, status) => {
    const { platform, tokens } = await start();
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect((await postOauth(platform, "/oauth/revoke", { token }, header)).status).toBe(status);
    expect(await isServed(platform, tokens)).toBe(true);
    expect((await refreshOauth(platform, tokens.refresh_token)).status).toBe(200);
  });

  it("of what is no token is answered like any other", async () => {
    const { platform } = await start();
    for (const token of ["garbage", `sopb_00000000${"x".repeat(32)}`, `sopr_00000000${"x".repeat(32)}`])
      expect((await postOauth(platform, "/oauth/revoke", { token })).status).toBe(200);
    expect((await postOauth(platform, "/oauth/revoke", {})).status).toBe(400);
  });

  it("is open to a client without a secret", async () => {
    const { platform, tokens } = await start();
    await makePublic(platform);
    await postOauth(platform, "/oauth/revoke", { token: tokens.access_token, client_id: "demo_app" }, "");
    expect(await isServed(platform, tokens)).toBe(false);
  });
});

describe("introspection", () => {
  it("tells an application what its token is good for", async () => {
    const { platform, tokens } = await start();
    const response = await postOauth(platform, "/oauth/introspect", { token: tokens.access_token });
    const seconds = Math.floor(platform.clock.now / 1000);
    expect(await response.json()).toEqual({
      active: true,
      scope: "surveys:read answers:read",
      client_id: "demo_app",
      token_type: "Bearer",
      iss: platformOrigin,
      aud: `${platformOrigin}/api`,
      iat: seconds,
      exp: seconds + 3600,
      sub: expect.stringMatching(/^o/),
    });
  });

  it("of a refresh token ends with its use", async () => {
    const { platform, tokens } = await start();
    const ask = async () =>
      (await postOauth(platform, "/oauth/introspect", { token: tokens.refresh_token })).json();
    expect(await ask()).toMatchObject({ active: true });
    await refreshOauth(platform, tokens.refresh_token);
    expect(await ask()).toEqual({ active: false });
  });

  it("says of any other token that it is not active", async () => {
    const { platform, tokens } = await start();
    for (const [token, header] of [
      [tokens.access_token, other],
      ["garbage", undefined],
      [`sopb_00000000${"x".repeat(32)}`, undefined],
    ] as const) {
      const response = await postOauth(platform, "/oauth/introspect", { token }, header);
      expect([response.status, await response.json()]).toEqual([200, { active: false }]);
    }
    platform.clock.now += 3_600_000;
    const late = await postOauth(platform, "/oauth/introspect", { token: tokens.access_token });
    expect(await late.json()).toEqual({ active: false });
  });

  it("finds a token whatever the hint says, and takes a POST alone", async () => {
    const { platform, tokens } = await start();
    for (const token of [tokens.access_token, tokens.refresh_token])
      for (const token_type_hint of ["access_token", "refresh_token", "made_up"]) {
        const response = await postOauth(platform, "/oauth/introspect", { token, token_type_hint });
        expect(await response.json()).toMatchObject({ active: true });
        expect(response.headers.get("content-type")).toContain("application/json");
        expect(response.headers.get("cache-control")).toBe("no-store");
      }
    const path = `/oauth/introspect?token=${tokens.access_token}`;
    expect((await platform.fetch(path, { headers: { Authorization: demoBasic } })).status).toBe(405);
    expect((await postOauth(platform, path, {})).status).toBe(400);
  });

  it("says that a token is not active once it was revoked, or its consent was", async () => {
    for (const end of ["revoked", "consent"] as const) {
      const { platform, tokens } = await start();
      if (end === "revoked") await postOauth(platform, "/oauth/revoke", { token: tokens.refresh_token });
      else await revokeAllGrantsOf(platform, "ada");
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        const response = await postOauth(platform, "/oauth/introspect", { token });
        expect([end, await response.json()]).toEqual([end, { active: false }]);
      }
    }
  });

  it("needs a secret, and is closed to scripts", async () => {
    const { platform, tokens } = await start();
    await makePublic(platform);
    const response = await postOauth(
      platform,
      "/oauth/introspect",
      { token: tokens.access_token, client_id: "demo_app" },
      "",
    );
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([401, null]);
  });
});

test.each(["/oauth/revoke", "/oauth/introspect"])("secrets are not guessed at %s either", async (path) => {
  const platform = await startTestPlatform({ ...oauthSettings, failedSecretsPerMinute: "3" });
  const guess = () => postOauth(platform, path, { token: "x" }, basicHeader("demo_app", "wrong"));
  const statuses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
  expect((await postOauth(platform, path, { token: "x" })).status).toBe(429);
});

test("a wrong proof in the header is answered with its scheme", async () => {
  const { platform } = await start();
  for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/introspect"]) {
    const parameters = { grant_type: "refresh_token", refresh_token: "x", token: "x" };
    const response = await postOauth(platform, path, parameters, basicHeader("demo_app", "wrong"));
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      `Basic realm="oauth", charset="UTF-8"`,
    ]);
    const inBody = await postOauth(platform, path, { ...parameters, client_id: "demo_app" }, "");
    expect([inBody.status, inBody.headers.get("www-authenticate")]).toEqual([401, null]);
  }
});
