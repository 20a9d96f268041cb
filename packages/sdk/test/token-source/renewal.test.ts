import { describe, expect, test } from "vitest";
import {
  renewalMargin,
  RenewalBackoff,
  SingleFlight,
  type RenewalFailure,
} from "../../src/token-source/renewal.ts";

/** Runs that are settled by hand; each gives the number that it is settled with. */
function startRuns() {
  const settle: ((version: number) => void)[] = [];
  const start = (): Promise<number> => new Promise((resolve) => settle.push(resolve));
  return { settle, start };
}

const at = (clock: { now: number }) => ({ now: () => clock.now });

const isNewer = (version: number) => version > 1;
const isLater = (_version: number, startedAfterCall: boolean) => startedAfterCall;
const failing = () => Promise.reject(new Error("away"));

function startBackoff() {
  const clock = { now: 5_000 };
  const backoff = new RenewalBackoff<RenewalFailure>({ ...at(clock), random: () => 1 });
  return { clock, backoff };
}

describe("a single flight", () => {
  test("lets callers who ask while a run is in flight share its result", async () => {
    const flight = new SingleFlight<number>(at({ now: 0 }));
    const { settle, start } = startRuns();
    const callers = [flight.run(start), flight.run(start), flight.run(start)];
    settle[0]?.(1);
    expect(await Promise.all(callers)).toEqual([1, 1, 1]);
    expect(settle).toHaveLength(1);
    expect(flight.current).toBeUndefined();
  });

  test("starts one more run for all callers whom the run that they joined did not give something newer", async () => {
    const flight = new SingleFlight<number>(at({ now: 0 }));
    const { settle, start } = startRuns();
    const first = flight.run(start);
    const later = [flight.run(start, isNewer), flight.run(start, isNewer)];
    settle[0]?.(1);
    expect(await first).toBe(1);
    await reach(() => settle.length === 2);
    settle[1]?.(2);
    expect(await Promise.all(later)).toEqual([2, 2]);
    expect(settle).toHaveLength(2);
  });

  test("says whether a joined run started after the call, so that one later look is enough for everybody", async () => {
    const flight = new SingleFlight<number>(at({ now: 0 }));
    const { settle, start } = startRuns();
    void flight.run(start);
    const later = [flight.run(start, isLater), flight.run(start, isLater), flight.run(start, isLater)];
    settle[0]?.(1);
    await reach(() => settle.length === 2);
    settle[1]?.(1);
    expect(await Promise.all(later)).toEqual([1, 1, 1]);
    expect(settle).toHaveLength(2);
  });

  test("hands a failure to everybody who waits, and starts again for the next caller", async () => {
    const flight = new SingleFlight<number>(at({ now: 0 }));
    const callers = await Promise.allSettled([flight.run(failing), flight.run(failing)]);
    expect(callers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await flight.run(() => Promise.resolve(2))).toBe(2);
  });

  test("is not held up for ever by a run that never ends", async () => {
    const clock = { now: 0 };
    const flight = new SingleFlight<number>({ ...at(clock), longestMilliseconds: 1_000 });
    const { settle, start } = startRuns();
    void flight.run(start);
    clock.now = 999;
    expect(flight.current).toBeDefined();
    clock.now = 1_000;
    const next = flight.run(start);
    settle[1]?.(2);
    expect(await next).toBe(2);
  });
});

describe("a back-off", () => {
  test("lasts as long as Retry-After says, and says what is left", () => {
    const { clock, backoff } = startBackoff();
    backoff.failed({ type: "request_rate_limited", retryAfterSeconds: 7 });
    clock.now += 4_500;
    expect(backoff.pending).toEqual({
      failure: { type: "request_rate_limited", retryAfterSeconds: 7 },
      retryAfterSeconds: 3,
    });
    clock.now += 2_500;
    expect(backoff.pending).toBeUndefined();
  });

  test("is at most an hour, whatever Retry-After says", () => {
    const { backoff } = startBackoff();
    backoff.failed({ type: "network_error", retryAfterSeconds: 1e9 });
    expect(backoff.pending?.retryAfterSeconds).toBe(3_600);
  });

  test("doubles with every failure up to ten seconds, and starts from the beginning after a success", () => {
    const { backoff } = startBackoff();
    const pauses = Array.from({ length: 7 }, () => {
      backoff.failed({ type: "network_error" });
      return backoff.pending?.retryAfterSeconds;
    });
    expect(pauses).toEqual([1, 1, 2, 4, 8, 10, 10]);
    backoff.succeeded();
    expect(backoff.pending).toBeUndefined();
    backoff.failed({ type: "network_error" });
    expect(backoff.pending?.retryAfterSeconds).toBe(1);
  });

  test.each(["invalid_client", "invalid_org_subscription", "request_rate_limited"])(
    "is half a minute after %s without Retry-After",
    (type) => {
      const { backoff } = startBackoff();
      backoff.failed({ type });
      expect(backoff.pending?.retryAfterSeconds).toBe(30);
    },
  );
});

describe("the margin of a renewal", () => {
  test.each([
    [7_200_000, 0.5, 300_000],
    [7_200_000, 0, 270_000],
    [7_200_000, 1, 330_000],
    [60_000, 0.5, 15_000],
  ])("of a lifetime of %i ms is chosen with a jitter of %d", (lifetime, random, margin) => {
    expect(renewalMargin(lifetime, { random: () => random })).toBe(margin);
  });

  test("is at most what was asked for", () => {
    expect(renewalMargin(7_200_000, { longestMilliseconds: 60_000, random: () => 0.5 })).toBe(60_000);
  });
});

async function reach(isReached: () => boolean): Promise<void> {
  for (let turns = 0; !isReached(); turns += 1) {
    if (turns > 1_000) throw new Error("not reached");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
