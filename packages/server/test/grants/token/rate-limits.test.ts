import { describe, expect, it, test } from "vitest";
import { declare } from "../../support/declare.ts";
import { exchangeParameters, obtainTeamToken, teamTokenParameters } from "../../support/flows.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../../support/quick-consent.ts";
import { pathWithQuery } from "../../support/raw-http.ts";
import { sampleSecrets } from "../../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const path = "/api/oauth2/access_token";
const birch = { ...teamTokenParameters, appid: "birch_team", secret: sampleSecrets.birchTeam };

function typesOf(answers: readonly { readonly error: { readonly type: string } }[]): Record<string, number> {
  const types = answers.map(({ error }) => error.type || "OK");
  return Object.fromEntries(
    [...new Set(types)].map((type) => [type, types.filter((one) => one === type).length]),
  );
}

function askAtOnce(
  platform: TestPlatform,
  count: number,
  parameters = teamTokenParameters as Readonly<Record<string, string>>,
) {
  return Promise.all(Array.from({ length: count }, () => platform.call(path, parameters)));
}

/** Asks once more. @returns what `Retry-After` says, and the error's type */
async function askAgain(
  platform: TestPlatform,
  parameters: Readonly<Record<string, string>> = teamTokenParameters,
) {
  const reply = await platform.fetch(pathWithQuery(path, parameters));
  const { error } = (await reply.json()) as { error: { type: string } };
  return { type: error.type, retryAfter: reply.headers.get("retry-after") };
}

/** The headers about the quota that a token request gets. */
async function quotaHeadersOf(
  platform: TestPlatform,
  parameters: Readonly<Record<string, string>>,
  at = path,
): Promise<readonly (string | null)[]> {
  const { headers } = await platform.fetch(pathWithQuery(at, parameters));
  return ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
}

describe("the headers about the quota", () => {
  it("say with each token how many requests are left, and in how many seconds all are back", async () => {
    const platform = await startTestPlatform();
    expect(await quotaHeadersOf(platform, teamTokenParameters)).toEqual(["20", "19", "1"]);
    for (let call = 0; call < 18; call += 1) await obtainTeamToken(platform);
    expect(await quotaHeadersOf(platform, teamTokenParameters)).toEqual(["20", "0", "20"]);
    // It is refused, and says the same.
    expect(await quotaHeadersOf(platform, teamTokenParameters)).toEqual(["20", "0", "20"]);
    platform.clock.now += 1500;
    expect(await quotaHeadersOf(platform, teamTokenParameters)).toEqual(["20", "0", "20"]);
    platform.clock.now += 20_000;
    expect(await quotaHeadersOf(platform, teamTokenParameters)).toEqual(["20", "19", "1"]);
  });

  it("are there for a code exchange and a refresh, but not for data calls", async () => {
    const platform = await startTestPlatform();
    const exchange = exchangeParameters(await allowedCode(platform));
    expect(await quotaHeadersOf(platform, exchange)).toEqual(["20", "19", "1"]);
    const { refresh_token, access_token, openid } = await allowedTokens(platform);
    const refresh = refreshParameters(refresh_token);
    expect(await quotaHeadersOf(platform, refresh, "/api/oauth2/refresh_token")).toEqual(["20", "17", "3"]);
    const call = { appid: "demo_app", access_token, openid };
    expect(await quotaHeadersOf(platform, call, "/api/oauth2/user")).toEqual([null, null, null]);
  });

  it("tell strangers nothing: a wrong secret, too many wrong secrets and an unknown code have none", async () => {
    const platform = await startTestPlatform();
    await obtainTeamToken(platform);
    const wrong = { ...teamTokenParameters, secret: "wrong" };
    for (let call = 0; call < 15; call += 1)
      expect(await quotaHeadersOf(platform, wrong)).toEqual([null, null, null]);
    const unknown = exchangeParameters(`sopc_${"x".repeat(32)}`);
    expect(await quotaHeadersOf(platform, unknown)).toEqual([null, null, null]);
  });
});

describe("token requests of an application", () => {
  it("are served twenty at once, then one a second", async () => {
    const platform = await startTestPlatform();
    expect(typesOf(await askAtOnce(platform, 100))).toEqual({ OK: 20, request_rate_limited: 80 });
    for (let at = 0; at < 3; at += 1) {
      platform.clock.now += 999;
      expect(await askAgain(platform)).toEqual({ type: "request_rate_limited", retryAfter: "1" });
      platform.clock.now += 1;
      expect(await askAgain(platform)).toEqual({ type: "", retryAfter: null });
    }
    platform.clock.now += 20_000;
    expect(typesOf(await askAtOnce(platform, 30))).toEqual({ OK: 20, request_rate_limited: 10 });
  });

  test.each([
    { tokenRequestsPerMinute: "6", tokenRequestBurst: "2", wait: "10", allowed: 2 },
    { tokenRequestsPerMinute: "7", tokenRequestBurst: "3", wait: "9", allowed: 3 },
    { tokenRequestsPerMinute: "1", tokenRequestBurst: "1", wait: "60", allowed: 1 },
  ])(
    "get the exact waiting time: $wait s at $tokenRequestsPerMinute a minute",
    async ({ wait, allowed, ...settings }) => {
      const platform = await startTestPlatform(settings);
      expect(typesOf(await askAtOnce(platform, allowed + 1))).toEqual({
        OK: allowed,
        request_rate_limited: 1,
      });
      expect(await askAgain(platform)).toEqual({ type: "request_rate_limited", retryAfter: wait });
      platform.clock.now += Number(wait) * 1000;
      expect(await askAgain(platform)).toEqual({ type: "", retryAfter: null });
    },
  );

  it("are counted for each application by itself", async () => {
    const platform = await startTestPlatform();
    await askAtOnce(platform, 21);
    expect(typesOf(await askAtOnce(platform, 21, birch))).toEqual({ OK: 20, request_rate_limited: 1 });
  });

  it("are counted together, exchanges and refreshes alike", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "3" });
    const { refresh_token } = await allowedTokens(platform);
    const refresh = () => platform.call("/api/oauth2/refresh_token", refreshParameters(refresh_token));
    expect(typesOf([await refresh(), await refresh(), await refresh()])).toEqual({
      OK: 2,
      request_rate_limited: 1,
    });
  });

  it("leave everything as it is when they are limited", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "1" });
    const token = await obtainTeamToken(platform);
    await askAtOnce(platform, 5);
    expect(await platform.call("/api/surveys", { appid: "acme_team", access_token: token })).toMatchObject({
      code: "OK",
    });
    const [first, second] = [await allowedCode(platform), await allowedCode(platform)];
    expect(await platform.call(path, exchangeParameters(first))).toMatchObject({ code: "OK" });
    expect(await platform.call(path, exchangeParameters(second))).toMatchObject({
      error: { type: "request_rate_limited" },
    });
    platform.clock.now += 1000;
    expect(await platform.call(path, exchangeParameters(second))).toMatchObject({ code: "OK" });
  });

  it("do not limit the calls that use a token", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "1" });
    const token = await obtainTeamToken(platform);
    const calls = Array.from({ length: 60 }, () =>
      platform.call("/api/surveys", { appid: "acme_team", access_token: token }),
    );
    expect(typesOf(await Promise.all(calls))).toEqual({ OK: 60 });
  });
});

describe("wrong secrets", () => {
  const wrong = { ...teamTokenParameters, secret: "not-the-secret" };

  it("are limited exactly, however many come at once, and then even the right one has to wait", async () => {
    const platform = await startTestPlatform();
    expect(typesOf(await askAtOnce(platform, 50, wrong))).toEqual({
      invalid_client: 10,
      request_rate_limited: 40,
    });
    expect(await askAgain(platform)).toEqual({ type: "request_rate_limited", retryAfter: "6" });
    platform.clock.now += 6000;
    expect(await askAgain(platform)).toEqual({ type: "", retryAfter: null });
    expect(await askAgain(platform, wrong)).toMatchObject({ type: "invalid_client" });
    expect(await askAgain(platform, wrong)).toMatchObject({ type: "request_rate_limited" });
  });

  it("follow their setting", async () => {
    const platform = await startTestPlatform({ failedSecretsPerMinute: "3" });
    expect(typesOf(await askAtOnce(platform, 5, wrong))).toEqual({
      invalid_client: 3,
      request_rate_limited: 2,
    });
    expect(await askAgain(platform)).toEqual({ type: "request_rate_limited", retryAfter: "20" });
  });

  it("for one application do not hinder another", async () => {
    const platform = await startTestPlatform();
    await askAtOnce(platform, 20, wrong);
    expect(await askAgain(platform, birch)).toMatchObject({ type: "" });
  });

  it("do not use up the application's own requests", async () => {
    const platform = await startTestPlatform({ failedSecretsPerMinute: "1000" });
    await askAtOnce(platform, 30, wrong);
    expect(typesOf(await askAtOnce(platform, 21))).toEqual({ OK: 20, request_rate_limited: 1 });
  });

  it("are answered like an unknown appid and a disabled application", async () => {
    const platform = await startTestPlatform();
    await declare(platform, {
      teams: [{ name: "Birch", application: { appid: "birch_team", disabled: true } }],
    });
    const answers = [
      await platform.call(path, wrong),
      await platform.call(path, { ...teamTokenParameters, appid: "unknown_app" }),
      await platform.call(path, birch),
    ];
    const message = "The appid and secret do not belong together, or the application is disabled.";
    for (const { code, error, data } of answers) {
      expect({ code, error, data }).toEqual({
        code: "PermissionDenied",
        error: { type: "invalid_client", message },
        data: {},
      });
    }
  });

  it("are counted like refresh tokens that are none", async () => {
    const platform = await startTestPlatform();
    const guess = () =>
      platform.call("/api/oauth2/refresh_token", refreshParameters(`sopr_${"x".repeat(32)}`));
    const answers = await Promise.all(Array.from({ length: 15 }, guess));
    expect(typesOf(answers)).toEqual({ invalid_grant: 10, request_rate_limited: 5 });
  });
});
