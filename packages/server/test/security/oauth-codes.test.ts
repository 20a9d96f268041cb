import { describe, expect, it, test } from "vitest";
import { exchangeParameters } from "../support/flows.ts";
import {
  allowOauth,
  basicHeader,
  callWithBearer,
  challenged,
  codeExchange,
  obtainOauthTokens,
  pkce,
  postOauth,
  unlimitedOauth,
  type OauthTokens,
} from "../support/oauth.ts";
import { allowedCode } from "../support/quick-consent.ts";
import { revokeAllGrantsOf } from "../support/revoke-grants.ts";
import { sampleCallback, sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const other = basicHeader("other_app", sampleSecrets.otherApp);

async function startWithCode() {
  const platform = await startTestPlatform(unlimitedOauth);
  const { code = "" } = await allowOauth(platform);
  return { platform, code, exchange: () => postOauth(platform, "/oauth/token", codeExchange(code)) };
}

async function statusOfCall(platform: TestPlatform, response: Response): Promise<number> {
  const { access_token: token } = (await response.json()) as OauthTokens;
  return (await callWithBearer(platform, "/api/surveys", token)).status;
}

describe("a code of OAuth", () => {
  test.each<[string, Readonly<Record<string, string | undefined>>, string?]>([
    ["another application", {}, other],
    ["a wrong secret", {}, basicHeader("demo_app", "wrong")],
    ["no secret", { client_id: "demo_app" }, ""],
    ["another address", { redirect_uri: `${sampleCallback}?from=sop` }],
    ["no address", { redirect_uri: undefined }],
    ["the secret twice", { client_id: "demo_app", client_secret: sampleSecrets.demoApp }],
    ["another client in the body", { client_id: "other_app" }],
    ["no grant type", { grant_type: undefined }],
    ["the grant type of the document", { grant_type: "client_credential" }],
  ])("is worth nothing with %s, and is not used up by it", async (_, changes, header) => {
    const { platform, code, exchange } = await startWithCode();
    const refused = await postOauth(platform, "/oauth/token", codeExchange(code, changes), header);
    expect([400, 401]).toContain(refused.status);
    expect(await refused.json()).toEqual({
      error: expect.any(String),
      error_description: expect.stringMatching(/\w+ \w+/),
    });
    expect((await exchange()).status).toBe(200);
  });

  it("is exchanged once, also by fifty requests at once", async () => {
    const { exchange } = await startWithCode();
    const responses = await Promise.all(Array.from({ length: 50 }, exchange));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("that is sent again a second later is refused, and what the first gave stays", async () => {
    const { platform, exchange } = await startWithCode();
    const first = await exchange();
    platform.clock.now += 1000;
    expect((await exchange()).status).toBe(400);
    expect(await statusOfCall(platform, first)).toBe(200);
  });

  test.each([31_000, 60_000, 3_000_000])(
    "that is sent again after %s ms ends what the first gave",
    async (ms) => {
      const { platform, exchange } = await startWithCode();
      const first = await exchange();
      platform.clock.now += ms;
      expect((await exchange()).status).toBe(400);
      expect(await statusOfCall(platform, first)).toBe(401);
    },
  );

  test.each([
    ["another verifier", { code_verifier: "w".repeat(43) }, 200],
    ["another address", { code_verifier: pkce.verifier, redirect_uri: `${sampleCallback}?x` }, 200],
    ["its verifier alone", { code_verifier: pkce.verifier, redirect_uri: undefined }, 401],
  ])("that was used is sent again a minute later with %s", async (_, changes, status) => {
    const platform = await startTestPlatform(unlimitedOauth);
    const { code = "" } = await allowOauth(platform, challenged);
    const send = (given: object) => postOauth(platform, "/oauth/token", codeExchange(code, { ...given }));
    const first = await send({ code_verifier: pkce.verifier });
    platform.clock.now += 60_000;
    expect((await send(changes)).status).toBe(400);
    expect(await statusOfCall(platform, first)).toBe(status);
  });

  it("of somebody else cannot be used to end anything", async () => {
    const { platform, code, exchange } = await startWithCode();
    const first = await exchange();
    platform.clock.now += 60_000;
    await postOauth(platform, "/oauth/token", codeExchange(code), other);
    expect(await statusOfCall(platform, first)).toBe(200);
  });

  it("lives a minute", async () => {
    const { platform, exchange } = await startWithCode();
    platform.clock.now += 60_000;
    expect((await exchange()).status).toBe(400);
  });

  it("ends with the consent", async () => {
    const { platform, exchange } = await startWithCode();
    await revokeAllGrantsOf(platform, "ada");
    expect((await exchange()).status).toBe(400);
  });

  it("is none at the interface's own exchange, and one of those is none here; both stay", async () => {
    const { platform, code, exchange } = await startWithCode();
    const own = await allowedCode(platform, { username: "bob" });
    const crossed = await platform.call("/api/oauth2/access_token", exchangeParameters(code));
    expect(crossed).toMatchObject({ error: { type: "invalid_grant" } });
    expect((await postOauth(platform, "/oauth/token", codeExchange(own))).status).toBe(400);
    expect((await exchange()).status).toBe(200);
    expect(await platform.call("/api/oauth2/access_token", exchangeParameters(own))).toMatchObject({
      code: "OK",
    });
  });

  it("is read from the body alone", async () => {
    const { platform, code, exchange } = await startWithCode();
    const query = new URLSearchParams({ ...codeExchange(code) } as Record<string, string>);
    for (const method of ["GET", "POST", "PUT"]) {
      const headers = { Authorization: basicHeader("demo_app", sampleSecrets.demoApp) };
      const response = await platform.fetch(`/oauth/token?${query.toString()}`, { method, headers });
      expect([400, 405]).toContain(response.status);
    }
    expect((await exchange()).status).toBe(200);
  });
});

test("wrong secrets are counted, and after too many the right one waits as well", async () => {
  const platform = await startTestPlatform({ ...unlimitedOauth, failedSecretsPerMinute: "3" });
  await obtainOauthTokens(platform);
  const request = (secret: string) =>
    postOauth(
      platform,
      "/oauth/token",
      { grant_type: "refresh_token", refresh_token: "x" },
      basicHeader("demo_app", secret),
    );
  for (let at = 0; at < 3; at += 1) expect((await request("wrong")).status).toBe(401);
  const limited = await request(sampleSecrets.demoApp);
  expect([limited.status, Number(limited.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
});
