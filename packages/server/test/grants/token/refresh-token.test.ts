import { describe, expect, it } from "vitest";
import type { UserTokens } from "../../support/flows.ts";
import { allowedTokens, refreshParameters } from "../../support/quick-consent.ts";
import { sampleSecrets } from "../../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";
import { declare } from "../../support/declare.ts";

const second = 1000;
const day = 86_400 * second;

interface Refreshed {
  readonly access_token: string;
  readonly expires_in: number;
}

function refresh(platform: TestPlatform, refreshToken: string, more: Readonly<Record<string, string>> = {}) {
  return platform.call<Refreshed>("/api/oauth2/refresh_token", {
    ...refreshParameters(refreshToken),
    ...more,
  });
}

async function isLive(
  platform: TestPlatform,
  access_token: string,
  { openid }: UserTokens,
): Promise<boolean> {
  const { code } = await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
  return code === "OK";
}

describe("a refresh", () => {
  it("gives a new access token and its lifetime, and no new refresh token", async () => {
    const platform = await startTestPlatform({ userAccessTokenTtl: "100" });
    const tokens = await allowedTokens(platform);
    const { data } = await refresh(platform, tokens.refresh_token);
    expect(Object.keys(data)).toEqual(["access_token", "expires_in"]);
    expect(data.access_token).toMatch(/^sopu_[0-9a-z]{8}[A-Za-z0-9_-]{32}$/);
    expect(data.access_token).not.toBe(tokens.access_token);
    expect(data.expires_in).toBe(100);
  });

  it("leaves the older access token alive until its own end", async () => {
    const platform = await startTestPlatform();
    const tokens = await allowedTokens(platform);
    platform.clock.now += day;
    const { data } = await refresh(platform, tokens.refresh_token);
    platform.clock.now += 2 * day - 1;
    expect(await isLive(platform, tokens.access_token, tokens)).toBe(true);
    platform.clock.now += 1;
    expect(await isLive(platform, tokens.access_token, tokens)).toBe(false);
    expect(await isLive(platform, data.access_token, tokens)).toBe(true);
    platform.clock.now += day;
    expect(await isLive(platform, data.access_token, tokens)).toBe(false);
  });

  it("works for thirty days from the exchange to the millisecond", async () => {
    const platform = await startTestPlatform();
    const tokens = await allowedTokens(platform);
    platform.clock.now += 30 * day - second;
    expect(await refresh(platform, tokens.refresh_token)).toMatchObject({ code: "OK" });
    platform.clock.now += second - 1;
    expect(await refresh(platform, tokens.refresh_token)).toMatchObject({ code: "OK" });
    platform.clock.now += 1;
    expect(await refresh(platform, tokens.refresh_token)).toMatchObject({ error: { type: "invalid_grant" } });
  });

  it("made every day does not move that end: on the thirtieth day the person has to authorize again", async () => {
    const platform = await startTestPlatform();
    const tokens = await allowedTokens(platform);
    const codes: string[] = [];
    for (let at = 1; at <= 31; at += 1) {
      platform.clock.now += day;
      await platform.store.sweepExpired();
      codes.push((await refresh(platform, tokens.refresh_token)).code);
    }
    expect(codes).toEqual([...Array<string>(29).fill("OK"), "PermissionDenied", "PermissionDenied"]);
    const again = await allowedTokens(platform);
    expect(again.openid).toBe(tokens.openid);
    expect(await isLive(platform, again.access_token, again)).toBe(true);
  });

  it("follows the setting of the refresh token's lifetime", async () => {
    const platform = await startTestPlatform({ userRefreshTokenTtl: "3600" });
    const tokens = await allowedTokens(platform);
    platform.clock.now += 3600 * second - 1;
    expect(await refresh(platform, tokens.refresh_token)).toMatchObject({ code: "OK" });
    platform.clock.now += 1;
    expect(await refresh(platform, tokens.refresh_token)).toMatchObject({ error: { type: "invalid_grant" } });
  });

  it("keeps at most ten access tokens alive, and lets the oldest go first", async () => {
    const platform = await startTestPlatform();
    const tokens = await allowedTokens(platform);
    const all = [tokens.access_token];
    for (let at = 0; at < 12; at += 1)
      all.push((await refresh(platform, tokens.refresh_token)).data.access_token);
    const alive = await Promise.all(all.map((token) => isLive(platform, token, tokens)));
    expect(alive).toEqual([false, false, false, ...Array<boolean>(10).fill(true)]);
  });

  it("made fifty times at once always succeeds, and still leaves exactly ten alive", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "1000" });
    const tokens = await allowedTokens(platform);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refresh(platform, tokens.refresh_token)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(["OK"]));
    const alive = await Promise.all(answers.map(({ data }) => isLive(platform, data.access_token, tokens)));
    expect(alive.filter(Boolean)).toHaveLength(10);
  });

  it("needs the right secret when one is sent, and only then", async () => {
    const platform = await startTestPlatform();
    const { refresh_token } = await allowedTokens(platform);
    const wrong = await refresh(platform, refresh_token, { secret: sampleSecrets.otherApp });
    expect(wrong).toMatchObject({ error: { type: "invalid_client" }, data: {} });
    expect(await refresh(platform, refresh_token, { secret: "" })).toMatchObject({
      error: { type: "invalid_argument" },
    });
    expect(await refresh(platform, refresh_token, { secret: sampleSecrets.demoApp })).toMatchObject({
      code: "OK",
    });
    expect(await refresh(platform, refresh_token)).toMatchObject({ code: "OK" });
  });

  it("needs the secret in any case when the application asks for that", async () => {
    const platform = await startTestPlatform();
    const { refresh_token } = await allowedTokens(platform);
    await declare(platform, {
      applications: [
        { appid: "demo_app", name: "Insight Board", owner: "bob", refresh_requires_secret: true },
      ],
    });
    expect(await refresh(platform, refresh_token)).toMatchObject({ error: { type: "invalid_client" } });
    expect(await refresh(platform, refresh_token, { secret: sampleSecrets.demoApp })).toMatchObject({
      code: "OK",
    });
  });

  it("has a grant_type of its own and serves no other", async () => {
    const platform = await startTestPlatform();
    const { refresh_token } = await allowedTokens(platform);
    for (const grant_type of [
      "authorization_code",
      "client_credential",
      "Refresh_token",
      "refresh_token ",
      "refresh",
    ]) {
      const refused = await refresh(platform, refresh_token, { grant_type });
      expect(refused).toMatchObject({ error: { type: "unsupported_grant_type" } });
    }
    expect(await refresh(platform, refresh_token, { grant_type: "" })).toMatchObject({
      error: { type: "invalid_argument" },
    });
  });
});
