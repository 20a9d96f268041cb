import { describe, expect, test } from "vitest";
import {
  coresOfOthers,
  failureOf,
  median,
  microsecondsPerRequest,
  pairedRatios,
  requestsPerSecond,
} from "../../bench/figures.ts";
import { targetText } from "../../bench/report.ts";

function round(answered: number, processorNanoseconds: number, milliseconds = 100) {
  return { answered, milliseconds, processorNanoseconds };
}

describe("the figures of the benchmark", () => {
  test("the median of an odd number of figures is the middle one, of an even number the mean of two", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 7])).toBe(6);
    expect(median([])).toBeNaN();
  });

  test("processor time per request is in microseconds, and the rate counts a contender's own turns", () => {
    expect(microsecondsPerRequest(round(1000, 26_000_000))).toBe(26);
    expect(requestsPerSecond(round(1000, 0, 50))).toBe(20_000);
    expect(microsecondsPerRequest(round(0, 26_000_000))).toBeNaN();
  });

  test("ratios are of the same round, so that a busy minute affects both sides", () => {
    const bare = [round(1000, 10_000_000), round(1000, 30_000_000)];
    const platform = [round(1000, 20_000_000), round(1000, 60_000_000)];
    expect(pairedRatios(bare, platform, microsecondsPerRequest)).toEqual([0.5, 0.5]);
    expect(() => pairedRatios(bare, platform.slice(1), microsecondsPerRequest)).toThrow(RangeError);
  });

  test("what others used is the machine's processor time without the benchmark's own", () => {
    const before = { milliseconds: 0, busyNanoseconds: 5e9, ownNanoseconds: 1e9 };
    const after = { milliseconds: 2000, busyNanoseconds: 8e9, ownNanoseconds: 2e9 };
    expect(coresOfOthers(before, after)).toBe(1);
    // The machine's time is counted less exactly than the own one.
    expect(coresOfOthers(before, { ...after, busyNanoseconds: 5.5e9 })).toBe(0);
  });

  test("a target is reached from its own value on", () => {
    expect(targetText(0.45, 0.45)).toBe("0.45 reached");
    expect(targetText(0.45, 0.449)).toBe("0.45 missed");
    expect(targetText(undefined, 0.1)).toBe("");
  });

  test("a single unexpected response is a failure that names the scenario, and so is no response", () => {
    expect(failureOf("user", { answered: 5, failed: 0, example: "" })).toBeUndefined();
    expect(failureOf("user", { answered: 5, failed: 1, example: "HTTP/1.1 503" })).toMatch(
      /^user: 1 of 5 [^]*HTTP\/1\.1 503$/,
    );
    expect(failureOf("user", { answered: 0, failed: 0, example: "" })).toContain("no request was answered");
  });
});
