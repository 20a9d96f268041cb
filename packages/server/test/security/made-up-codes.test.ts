import { describe, expect, it } from "vitest";
import { makeToken } from "../../src/model/token.ts";
import { exchangeParameters } from "../support/flows.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const tokenPath = "/api/oauth2/access_token";
const refreshPath = "/api/oauth2/refresh_token";

/** Wrong values of one application that one address may send at once. */
const failuresAtOnce = 10;
/** Token requests of an application at once. */
const requestsAtOnce = 20;

/** Sends made-up values with the right secret. @returns the error types */
async function sendMadeUp(platform: TestPlatform, kind: "code" | "refresh_token", many: number) {
  const calls = Array.from({ length: many }, () =>
    kind === "code"
      ? platform.call(tokenPath, exchangeParameters(makeToken("authorizationCode")))
      : platform.call(refreshPath, refreshParameters(makeToken("refreshToken"))),
  );
  return (await Promise.all(calls)).map(({ error }) => error.type);
}

function countOf(types: readonly string[], type: string): number {
  return types.filter((one) => one === type).length;
}

async function rowsOfLimits(platform: TestPlatform): Promise<number> {
  return (await platform.database.reader.kysely.selectFrom("rate_limits").selectAll().execute()).length;
}

describe.each(["code", "refresh_token"] as const)("made-up values of %s, with the right secret", (kind) => {
  it("leave the application all the token requests that it may make", async () => {
    const platform = await startTestPlatform();
    const tokens = await allowedTokens(platform);
    const codes = [await allowedCode(platform), await allowedCode(platform)];
    platform.clock.now += 60_000;
    await sendMadeUp(platform, kind, 60);
    const exchanged = await Promise.all(
      codes.map((code) => platform.call(tokenPath, exchangeParameters(code))),
    );
    expect(exchanged.map(({ code }) => code)).toEqual(["OK", "OK"]);
    const refreshes = Array.from({ length: requestsAtOnce }, () =>
      platform.call(refreshPath, refreshParameters(tokens.refresh_token)),
    );
    const refreshed = (await Promise.all(refreshes)).filter(({ code }) => code === "OK");
    expect(refreshed).toHaveLength(requestsAtOnce - 2);
  });

  it("are limited by a count of their own", async () => {
    const platform = await startTestPlatform();
    const types = await sendMadeUp(platform, kind, 40);
    expect(countOf(types, "invalid_grant")).toBe(failuresAtOnce);
    expect(countOf(types, "request_rate_limited")).toBe(40 - failuresAtOnce);
  });
});

describe("a code that is refused because there were too many requests", () => {
  it("is not used up", async () => {
    const platform = await startTestPlatform();
    const tokens = await allowedTokens(platform);
    const code = await allowedCode(platform);
    const refreshes = Array.from({ length: requestsAtOnce }, () =>
      platform.call(refreshPath, refreshParameters(tokens.refresh_token)),
    );
    await Promise.all(refreshes);
    const limited = await platform.call(tokenPath, exchangeParameters(code));
    expect(limited.error.type).toBe("request_rate_limited");
    platform.clock.now += 2000;
    expect((await platform.call(tokenPath, exchangeParameters(code))).code).toBe("OK");
    expect((await platform.call(tokenPath, exchangeParameters(code))).error.type).toBe("invalid_grant");
  });
});

describe("a value that does not even have the right form", () => {
  it.each(["x", "sopc_", `sopu_${"x".repeat(32)}`, `sopc_${"x".repeat(33)}`, "x".repeat(37)])(
    "%s is refused without a write to the database",
    async (value) => {
      const platform = await startTestPlatform();
      for (let count = 0; count < 15; count += 1) {
        const exchanged = await platform.call(tokenPath, exchangeParameters(value));
        const refreshed = await platform.call(refreshPath, refreshParameters(value));
        expect([exchanged.error.type, refreshed.error.type]).toEqual(["invalid_grant", "invalid_grant"]);
      }
      expect(await rowsOfLimits(platform)).toBe(0);
    },
  );

  it("is refused for a wrong secret first", async () => {
    const platform = await startTestPlatform();
    const wrong = { ...exchangeParameters("x"), secret: "wrong" };
    expect((await platform.call(tokenPath, wrong)).error.type).toBe("invalid_client");
  });
});
