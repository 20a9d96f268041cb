import { describe, expect, it, test } from "vitest";
import { exchangeParameters, type UserTokens } from "../../support/flows.ts";
import {
  allowedCode,
  allowedTokens,
  otherExchange,
  otherLink,
  refreshParameters,
} from "../../support/quick-consent.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";
import { revocationOfAllPage } from "../../support/revocation-pages.ts";

const second = 1000;

function exchange(platform: TestPlatform, code: string) {
  return platform.call<UserTokens>("/api/oauth2/access_token", exchangeParameters(code));
}

function listWith(platform: TestPlatform, { access_token, openid }: UserTokens) {
  return platform.call("/api/surveys", { appid: "demo_app", access_token, openid });
}

function refresh(platform: TestPlatform, { refresh_token }: UserTokens) {
  return platform.call<{ access_token: string }>(
    "/api/oauth2/refresh_token",
    refreshParameters(refresh_token),
  );
}

function exchangeWith(platform: TestPlatform, code: string, code_verifier: string | undefined) {
  return platform.call<UserTokens>("/api/oauth2/access_token", {
    ...exchangeParameters(code),
    code_verifier,
  });
}

describe("the exchange of a code", () => {
  it("gives the four documented fields, with tokens of 192 random bits that need no encoding in an address", async () => {
    const platform = await startTestPlatform();
    const code = await allowedCode(platform);
    const { data } = await exchange(platform, code);
    expect(Object.keys(data).toSorted()).toEqual(["access_token", "expires_in", "openid", "refresh_token"]);
    expect(code).toMatch(/^sopc_[A-Za-z0-9_-]{32}$/);
    expect(data.access_token).toMatch(/^sopu_[0-9a-z]{8}[A-Za-z0-9_-]{32}$/);
    expect(data.refresh_token).toMatch(/^sopr_[0-9a-z]{8}[A-Za-z0-9_-]{32}$/);
    expect(data.openid).toMatch(/^[A-Za-z0-9_-]{28}$/);
    expect(data.expires_in).toBe(259_200);
  });

  it("says in expires_in what is set, and keeps to it to the millisecond", async () => {
    const platform = await startTestPlatform({ userAccessTokenTtl: "61" });
    const tokens = await allowedTokens(platform);
    expect(tokens.expires_in).toBe(61);
    platform.clock.now += 61 * second - 1;
    expect(await listWith(platform, tokens)).toMatchObject({ code: "OK" });
    platform.clock.now += 1;
    expect(await listWith(platform, tokens)).toMatchObject({ error: { type: "invalid_token" } });
  });

  it("gives an access token that lives three days by default", async () => {
    const platform = await startTestPlatform();
    const tokens = await allowedTokens(platform);
    platform.clock.now += 259_199 * second;
    expect(await listWith(platform, tokens)).toMatchObject({ code: "OK" });
    platform.clock.now += 2 * second;
    expect(await listWith(platform, tokens)).toMatchObject({ error: { type: "invalid_token" } });
  });

  test.each([
    [undefined, 300],
    ["30", 30],
  ])(
    "takes a code as old as its lifetime and no older (setting %s)",
    async (authorizationCodeTtl, seconds) => {
      const platform = await startTestPlatform(
        authorizationCodeTtl === undefined ? {} : { authorizationCodeTtl },
      );
      const [young, old] = [await allowedCode(platform), await allowedCode(platform)];
      platform.clock.now += seconds * second - 1;
      expect(await exchange(platform, young)).toMatchObject({ code: "OK" });
      platform.clock.now += 1;
      expect(await exchange(platform, old)).toMatchObject({ error: { type: "invalid_grant" } });
    },
  );

  it("gives the same openid to the same person and application each time, and another to every other pair", async () => {
    const platform = await startTestPlatform();
    const ada = await allowedTokens(platform);
    const again = await allowedTokens(platform);
    const bob = await allowedTokens(platform, { username: "bob" });
    const code = await allowedCode(platform, { link: otherLink });
    const other = await platform.call<UserTokens>("/api/oauth2/access_token", otherExchange(code));
    expect(again.openid).toBe(ada.openid);
    expect(new Set([ada.openid, bob.openid, other.data.openid]).size).toBe(3);
  });

  it("gives the same openid even after the person has taken the authorization back in between", async () => {
    const platform = await startTestPlatform();
    const before = await allowedTokens(platform);
    const browser = await signedInBrowser(platform);
    await browser.submit(await revocationOfAllPage(browser), "/account/applications/revoke-all");
    expect(await listWith(platform, before)).toMatchObject({ error: { type: "invalid_token" } });
    expect((await allowedTokens(platform)).openid).toBe(before.openid);
  });
});

describe("a code that was used", () => {
  it("is refused, and within thirty seconds nothing else happens", async () => {
    const platform = await startTestPlatform();
    const code = await allowedCode(platform);
    const { data: tokens } = await exchange(platform, code);
    platform.clock.now += 30 * second;
    expect(await exchange(platform, code)).toMatchObject({ error: { type: "invalid_grant" }, data: {} });
    expect(await listWith(platform, tokens)).toMatchObject({ code: "OK" });
    expect(await refresh(platform, tokens)).toMatchObject({ code: "OK" });
  });

  it("revokes, when it is sent again later, everything that its exchange gave and nothing else", async () => {
    const platform = await startTestPlatform();
    const other = await allowedTokens(platform);
    const code = await allowedCode(platform);
    const { data: tokens } = await exchange(platform, code);
    const refreshed = await refresh(platform, tokens);
    platform.clock.now += 30 * second + 1;
    expect(await exchange(platform, code)).toMatchObject({ error: { type: "invalid_grant" } });
    expect(await listWith(platform, tokens)).toMatchObject({ error: { type: "invalid_token" } });
    expect(await listWith(platform, { ...tokens, ...refreshed.data })).toMatchObject({
      error: { type: "invalid_token" },
    });
    expect(await refresh(platform, tokens)).toMatchObject({ error: { type: "invalid_grant" } });
    expect(await listWith(platform, other)).toMatchObject({ code: "OK" });
    expect(await refresh(platform, other)).toMatchObject({ code: "OK" });
  });

  it("is remembered as long as anything that its exchange gave may live", async () => {
    const platform = await startTestPlatform();
    const code = await allowedCode(platform);
    const { data: tokens } = await exchange(platform, code);
    platform.clock.now += 2_592_000 * second - 1;
    while ((await platform.store.sweepExpired()) > 0);
    const { data: last } = await refresh(platform, tokens);
    platform.clock.now += 60 * second;
    await exchange(platform, code);
    expect(await listWith(platform, { ...tokens, ...last })).toMatchObject({
      error: { type: "invalid_token" },
    });
  });
});

describe("PKCE", () => {
  // The example of RFC 7636, appendix B.
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const link = { code_challenge: challenge, code_challenge_method: "S256" };

  it("lets the holder of the verifier exchange the code", async () => {
    const platform = await startTestPlatform();
    expect(await exchangeWith(platform, await allowedCode(platform, { link }), verifier)).toMatchObject({
      code: "OK",
    });
  });

  test.each([
    ["another verifier", `${verifier.slice(0, -1)}l`],
    ["the verifier with an end", `${verifier}=`],
    ["the challenge itself", challenge],
    ["no verifier", undefined],
  ])("refuses %s, and the code is not used up by it", async (_, wrong) => {
    const platform = await startTestPlatform();
    const code = await allowedCode(platform, { link });
    expect(await exchangeWith(platform, code, wrong)).toMatchObject({ error: { type: "invalid_grant" } });
    expect(await exchangeWith(platform, code, verifier)).toMatchObject({ code: "OK" });
  });

  it("refuses a verifier for a code that was asked for without a challenge, so that it cannot be left out on the way", async () => {
    const platform = await startTestPlatform();
    const code = await allowedCode(platform);
    expect(await exchangeWith(platform, code, verifier)).toMatchObject({ error: { type: "invalid_grant" } });
    expect(await exchangeWith(platform, code, undefined)).toMatchObject({ code: "OK" });
  });
});
