import timers from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusalThrottle } from "../../src/http/refusal-throttle.ts";
import { replaceBuiltin } from "../support/replace-builtin.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

// The fake timers of vitest leave out the promises.
replaceBuiltin(timers, "setTimeout", () => async (milliseconds, value) => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  // The original gives back what it is given, if that is anything.
  return value as never;
});

/** Waits only for what has to be waited for. */
async function whenFree(held: Promise<void> | undefined, send: () => void): Promise<void> {
  if (held !== undefined) await held;
  send();
}

/** How many of some refusals are sent without a delay. */
function toldAtOnce(throttle: RefusalThrottle, caller: string, count: number): number {
  let told = 0;
  for (let index = 0; index < count; index += 1) void whenFree(throttle.delay(caller), () => (told += 1));
  return told;
}

describe("the throttle on refusals", () => {
  it("tells as many at once as the budget covers, and the others a second later", async () => {
    const throttle = new RefusalThrottle({ perMinute: 60, burst: 10 });
    let told = 0;
    for (let index = 0; index < 15; index += 1) void whenFree(throttle.delay("a"), () => (told += 1));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toBe(10);
    await vi.advanceTimersByTimeAsync(999);
    expect(told).toBe(10);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toBe(15);
  });

  it("covers further ones as time passes, and never more than the burst", async () => {
    const throttle = new RefusalThrottle({ perMinute: 60, burst: 10 });
    expect(toldAtOnce(throttle, "a", 20)).toBe(10);
    await vi.advanceTimersByTimeAsync(3000);
    expect(toldAtOnce(throttle, "a", 20)).toBe(3);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(toldAtOnce(throttle, "a", 20)).toBe(10);
  });

  it("counts each caller apart, and forgets callers rather than grow without end", async () => {
    const throttle = new RefusalThrottle({ perMinute: 1, burst: 1 });
    expect(toldAtOnce(throttle, "a", 2)).toBe(1);
    expect(toldAtOnce(throttle, "b", 1)).toBe(1);
    for (let index = 0; index < 9_999; index += 1) void throttle.delay(`other ${index}`);
    expect(toldAtOnce(throttle, "b", 1)).toBe(0);
    expect(toldAtOnce(throttle, "a", 1)).toBe(1);
  });
});
