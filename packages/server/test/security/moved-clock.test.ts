import { describe, expect, it } from "vitest";
import { Browser } from "../support/browser.ts";
import { exchangeParameters, obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const minute = 60_000;
const hour = 60 * minute;
const threeDays = 72 * hour;

/** How the database's clock is set while the platform serves. */
const moves = [
  ["is set back by ten minutes", [-10 * minute]],
  ["is set back by an hour", [-hour]],
  ["was three days ahead and is set back", [threeDays, -threeDays]],
  ["is set back again and again", [-hour, -hour, -hour]],
] as const;

/** Uses the limits of an application, of an address and of a username as far as an honest caller may. */
async function askForEverything(platform: TestPlatform, refreshToken: string): Promise<readonly unknown[]> {
  const wrong = { ...teamTokenParameters, secret: "wrong-secret-of-an-honest-caller" };
  await platform.call("/api/oauth2/access_token", wrong);
  const team = await platform.call("/api/oauth2/access_token", teamTokenParameters);
  const refreshed = await platform.call("/api/oauth2/refresh_token", refreshParameters(refreshToken));
  const browser = new Browser(platform);
  const form = await browser.get("/login");
  await browser.submit(form, "/login", { username: "ada", password: "x".repeat(1025) });
  const signedIn = await browser.submit(form, "/login", { username: "ada", password: sampleSecrets.ada });
  return [team.code, refreshed.code, signedIn.status];
}

describe("limits, when the clock of the database", () => {
  it.each(moves)("%s, refuse no caller that keeps to them", async (_, steps) => {
    const platform = await startTestPlatform({ userRefreshTokenTtl: "31536000" });
    const { refresh_token: refreshToken } = await allowedTokens(platform);
    expect(await askForEverything(platform, refreshToken)).toEqual(["OK", "OK", 303]);
    for (const step of steps) {
      platform.clock.now += step;
      expect(await askForEverything(platform, refreshToken)).toEqual(["OK", "OK", 303]);
    }
  });

  it.each(moves)("%s, still limit", async (_, steps) => {
    const platform = await startTestPlatform();
    for (const step of [0, ...steps]) {
      platform.clock.now += step;
      const calls = Array.from({ length: 30 }, () =>
        platform.call("/api/oauth2/access_token", teamTokenParameters),
      );
      const codes = (await Promise.all(calls)).map(({ code }) => code);
      expect(codes.filter((code) => code === "OK")).toHaveLength(20);
    }
  });

  it("goes back by less than the tolerance, give no second burst", async () => {
    const platform = await startTestPlatform();
    const limit = { perMinute: 60, burst: 20 };
    const bucket = { key: "key", limit };
    for (let count = 0; count < 20; count += 1) await platform.store.consumeTokens([bucket]);
    for (let step = 0; step < 4; step += 1) {
      platform.clock.now -= 1000;
      expect(await platform.store.consumeTokens([bucket])).toMatchObject({ refused: "request_rate_limited" });
    }
  });
});

describe("a process whose clock is an hour off that of its database", () => {
  const lifetime = 60_000;
  const settings = { teamAccessTokenTtl: "60", userAccessTokenTtl: "60", authorizationCodeTtl: "60" };

  it.each([
    ["ahead", hour],
    ["behind", -hour],
  ])("%s, changes no lifetime and no order", async (_, skew) => {
    const platform = await startTestPlatform(settings);
    platform.clock.now = Date.now() - skew;
    const { access_token, openid } = await allowedTokens(platform);
    const code = await allowedCode(platform);
    const [older, newest] = [await obtainTeamToken(platform), await obtainTeamToken(platform)];
    const typesNow = async () => {
      const { appid } = teamTokenParameters;
      const answers = [
        await platform.call("/api/surveys", { appid, access_token: older }),
        await platform.call("/api/surveys", { appid, access_token: newest }),
        await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid }),
      ];
      return answers.map(({ error }) => error.type);
    };
    platform.clock.now += lifetime - 1000;
    expect(await typesNow()).toEqual(["invalid_token", "", ""]);
    platform.clock.now += 1000;
    expect(await typesNow()).toEqual(["invalid_token", "invalid_token", "invalid_token"]);
    const late = await platform.call("/api/oauth2/access_token", exchangeParameters(code));
    expect(late.error.type).toBe("invalid_grant");
  });
});
