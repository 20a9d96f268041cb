import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { makeToken } from "../../src/model/token.ts";
import { obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const { appid } = teamTokenParameters;

/** With one wrong secret a minute an address may be refused a hundred times before it has to wait. */
const refusedAtOnce = 100;

/** Tries tokens that were never issued, all at once. @returns the answers that have come */
function guess(platform: TestPlatform, count: number): string[] {
  const answered: string[] = [];
  for (let index = 0; index < count; index += 1) {
    void platform
      .call("/api/surveys", { appid, access_token: makeToken("teamAccessToken") })
      .then(({ error }) => answered.push(error.type));
  }
  return answered;
}

describe("somebody who guesses tokens", () => {
  it("waits for the answers after the first hundred, each of which is still the right one", async () => {
    const platform = await startTestPlatform({ failedSecretsPerMinute: "1" });
    const answered = guess(platform, refusedAtOnce + 30);
    await sleep(700);
    expect(answered).toHaveLength(refusedAtOnce);
    await expect.poll(() => answered.length, { timeout: 5000 }).toBe(refusedAtOnce + 30);
    expect(new Set(answered)).toEqual(new Set(["invalid_token"]));
  });

  it("does not hold up those at the same address who have a token", async () => {
    const platform = await startTestPlatform({ failedSecretsPerMinute: "1" });
    const token = await obtainTeamToken(platform);
    const answered = guess(platform, refusedAtOnce + 30);
    await expect.poll(() => answered.length).toBe(refusedAtOnce);
    const call = { appid, access_token: token };
    expect((await platform.call("/api/surveys", call)).code).toBe("OK");
    expect(answered).toHaveLength(refusedAtOnce);
  });
});
