import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/create-client.ts";
import type { Platform } from "../../src/platform.ts";
import type { MockPlatformOptions } from "../../src/testing/mock-platform.ts";
import { fromTeamSecret } from "../../src/token-source/from-team-secret.ts";
import { connect, countCalls, rejection, teamCredentials } from "../support/wire.ts";

function start(options: MockPlatformOptions = {}, changes: Partial<Platform> = {}) {
  const wire = connect(options, changes);
  return { ...wire, source: fromTeamSecret(wire.platform, teamCredentials) };
}

describe("a team's source", () => {
  test("keeps a token for most of its lifetime and renews it about five minutes before the end", async () => {
    const { source, mock, clock } = start();
    const first = await source.get();
    clock.now += (7_200 - 331) * 1000;
    expect(await source.get()).toEqual(first);
    clock.now += 62 * 1000;
    expect(await source.get()).not.toEqual(first);
    expect(countCalls(mock).token).toBe(2);
  });

  test("renews a short-lived token at three quarters of its lifetime", async () => {
    const { source, clock } = start({ lifetimes: { teamAccessToken: 60 } });
    const first = await source.get();
    clock.now += 43_000;
    expect(await source.get()).toEqual(first);
    clock.now += 3_600;
    expect(await source.get()).not.toEqual(first);
  });

  test("counts a lifetime from before the request, so a slow answer cannot make a dead token look alive", async () => {
    const wire = connect({ lifetimes: { teamAccessToken: 60 } });
    const fetch: Platform["fetch"] = async (url, init) => {
      const answer = await wire.mock.fetch(url, init);
      wire.clock.now += 50_000;
      return answer;
    };
    const source = fromTeamSecret({ ...wire.platform, fetch }, teamCredentials);
    const first = await source.get();
    wire.clock.now += 10_000;
    expect(await source.get()).not.toEqual(first);
  });

  test("does not look at the wall clock", async () => {
    let wall = 0;
    const { source, mock } = start({}, { wallClock: () => (wall += 1e12) });
    await source.get();
    await source.get();
    expect(countCalls(mock).token).toBe(1);
  });

  test("renews at a moment that differs from source to source", async () => {
    const moments = await Promise.all(Array.from({ length: 20 }, renewalMoment));
    expect(new Set(moments).size).toBeGreaterThan(5);
    for (const moment of moments) {
      expect(moment).toBeGreaterThanOrEqual(7_200 - 330);
      expect(moment).toBeLessThanOrEqual(7_200 - 270 + 1);
    }
  });

  test("goes on with a token that is still good when the platform cannot be reached, and does not ask for each call", async () => {
    const { source, mock, clock } = start();
    const first = await source.get();
    clock.now += (7_200 - 200) * 1000;
    mock.inject({ kind: "network_error", times: Infinity });
    for (let call = 0; call < 20; call += 1) expect(await source.get()).toEqual(first);
    expect(countCalls(mock).token).toBe(1 + 3);
    mock.heal();
    clock.now += 60_000;
    expect(await source.get()).not.toEqual(first);
  });

  test("with a token that is still good waits a second at most for the next one", async () => {
    const { source, mock, clock } = start();
    const first = await source.get();
    clock.now += (7_200 - 200) * 1000;
    mock.inject({ kind: "slow_response", delayMilliseconds: 60_000 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const second = source.get();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.race([second, Promise.resolve("waits")])).toEqual(first);
  });

  test("tries again by itself when an answer is lost after the token was made", async () => {
    const { source, mock } = start({ faults: [{ kind: "lost_response", on: "token" }] });
    const { accessToken } = await source.get();
    expect(accessToken).toBe(mock.liveTeamToken());
    expect(mock.mints).toHaveLength(2);
  });

  test("is healed by the next refusal when a request that looked lost takes effect later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { mock, platform, source } = start({
      faults: [{ kind: "delayed_commit", delayMilliseconds: 20, on: "token" }],
    });
    const client = createClient({ platform, source });
    await client.surveys.list();
    const before = mock.liveTeamToken();
    vi.advanceTimersByTime(20);
    vi.useRealTimers();
    await expect.poll(() => mock.liveTeamToken()).not.toBe(before);
    expect((await client.surveys.list()).total).toBe(1);
  });

  test("does not care how far the platform's clock is off", async () => {
    for (const clockSkewMilliseconds of [-3_600_000, 3_600_000]) {
      const { source, mock, clock } = start({ clockSkewMilliseconds });
      const first = await source.get();
      clock.now += 6_000_000;
      expect(await source.get()).toEqual(first);
      expect(countCalls(mock).token).toBe(1);
    }
  });

  test("notifies watchers of every new token, until they stop", async () => {
    const { source } = start();
    const seen: string[] = [];
    const stop = source.watch?.(({ accessToken }) => void seen.push(accessToken));
    const first = await source.get();
    const second = await source.invalidate(first);
    stop?.();
    await source.invalidate(second);
    expect(seen).toEqual([first.accessToken, second.accessToken]);
  });
});

describe("reporting a refused token to a team's source", () => {
  test("answers at once with the newer one when there is one", async () => {
    const { source, mock } = start();
    const first = await source.get();
    const second = await source.invalidate(first);
    expect(await source.invalidate(first)).toEqual(second);
    expect(mock.mints).toHaveLength(2);
  });

  test("joins the renewal that is under way", async () => {
    const { source, mock } = start();
    const first = await source.get();
    const tokens = await Promise.all([source.invalidate(first), source.invalidate(first), source.get()]);
    expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(mock.mints).toHaveLength(2);
  });

  test("never answers with the token that was reported", async () => {
    const { source, mock } = start();
    const first = await source.get();
    mock.inject({ kind: "server_error", on: "token" });
    await expect(source.invalidate(first)).rejects.toMatchObject({ type: "internal_error" });
    await expect(source.get()).rejects.toMatchObject({ type: "internal_error" });
  });
});

describe("a team's source whose requests are refused", () => {
  test("waits as long as the platform says when that is short, and then succeeds", async () => {
    const { source, pauses } = start({ faults: [{ kind: "rate_limited", retryAfterSeconds: 2 }] });
    await source.get();
    expect(pauses).toHaveLength(1);
    expect(pauses[0]).toBeGreaterThanOrEqual(2_000);
  });

  test("asks nothing until a long wait is over, and tells every caller how long that is", async () => {
    const { source, mock, clock } = start({ faults: [{ kind: "rate_limited", retryAfterSeconds: 40 }] });
    const limited = { type: "request_rate_limited", code: "ResourceExhausted" };
    await expect(source.get()).rejects.toMatchObject({ ...limited, retryAfterSeconds: 40 });
    clock.now += 30_000;
    await expect(source.get()).rejects.toMatchObject({ ...limited, retryAfterSeconds: 10 });
    expect(countCalls(mock).token).toBe(1);
    clock.now += 10_000;
    await source.get();
  });

  test.each([
    ["invalid_client", { appid: "mock_team", secret: "not-the-secret" }],
    ["invalid_client", { appid: "nobody", secret: "not-the-secret" }],
  ])("remembers %s for a short time and asks again after that", async (type, credentials) => {
    const { platform, mock, clock } = connect();
    const source = fromTeamSecret(platform, credentials);
    for (let call = 0; call < 5; call += 1) await expect(source.get()).rejects.toMatchObject({ type });
    expect(countCalls(mock).token).toBe(1);
    clock.now += 31_000;
    await expect(source.get()).rejects.toMatchObject({ type });
    expect(countCalls(mock).token).toBe(2);
  });

  test("remembers that the plan does not include the interface", async () => {
    const applications = [{ kind: "team", plan: "free", teamId: 1, ...teamCredentials } as const];
    const { source, mock } = start({ applications });
    const errors = await Promise.all([rejection(source.get()), rejection(source.get())]);
    for (const error of errors) expect(error).toMatchObject({ type: "invalid_org_subscription" });
    await expect(source.get()).rejects.toMatchObject({ type: "invalid_org_subscription" });
    expect(countCalls(mock).token).toBe(1);
  });

  test("keeps to its pauses when the platform stays away", async () => {
    const { source, mock } = start({ faults: [{ kind: "network_error", times: Infinity }] });
    for (let call = 0; call < 10; call += 1)
      await expect(source.get()).rejects.toMatchObject({ type: "network_error" });
    expect(countCalls(mock).token).toBe(3);
  });
});

describe("a caller who no longer wants a team's token", () => {
  test("is let go with the reason that they gave, and the others get theirs", async () => {
    const { source, mock } = start({
      faults: [{ kind: "slow_response", delayMilliseconds: 30, on: "token" }],
    });
    const impatient = new AbortController();
    const given = rejection(source.get({ signal: impatient.signal }));
    const patient = source.get();
    impatient.abort(new Error("went home"));
    expect(await given).toEqual(new Error("went home"));
    expect((await patient).accessToken).toBe(mock.liveTeamToken());
    expect(mock.mints).toHaveLength(1);
  });

  test("starts nothing when they did not want it in the first place", async () => {
    const { source } = start();
    const signal = AbortSignal.abort(new Error("never mind"));
    await expect(source.get({ signal })).rejects.toThrow("never mind");
  });
});

/** The second of a token's lifetime from which on a fresh source renews it. */
async function renewalMoment(): Promise<number> {
  const { source, clock } = start();
  const first = await source.get();
  clock.now += 6_600_000;
  for (let second = 6_600; second < 7_200; second += 1) {
    if ((await source.get()).accessToken !== first.accessToken) return second;
    clock.now += 1_000;
  }
  throw new Error("it was never renewed");
}
