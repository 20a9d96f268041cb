import { afterEach, describe, expect, it, vi } from "vitest";
import { RefusalThrottle } from "../../src/http/refusal-throttle.ts";
import { makeToken } from "../../src/model/token.ts";
import { obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

afterEach(() => void vi.restoreAllMocks());

const { appid } = teamTokenParameters;

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
  it("waits a second for each answer after the first hundred, and each is still the right one", async () => {
    // With one wrong secret a minute an address may be refused a hundred times before it has to wait.
    const platform = await startTestPlatform({ failedSecretsPerMinute: "1" });
    const answered = guess(platform, 150);
    await expect.poll(() => answered.length).toBe(150);
    expect(new Set(answered)).toEqual(new Set(["invalid_token"]));
    // While they came, time has passed that made up for some of them.
    expect(platform.observed.filter(({ milliseconds }) => milliseconds >= 990).length).toBeGreaterThan(20);
  });

  it("does not hold up those at the same address who have a token", async () => {
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const hold = vi.spyOn(RefusalThrottle.prototype, "delay").mockReturnValue(released);
    const answered = guess(platform, 5);
    await expect.poll(() => hold.mock.calls.length).toBe(5);
    expect((await platform.call("/api/surveys", { appid, access_token: token })).code).toBe("OK");
    expect(hold).toHaveBeenCalledTimes(5);
    expect(answered).toEqual([]);
    release();
    await expect.poll(() => answered.length).toBe(5);
  });
});
