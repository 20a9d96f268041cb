import { describe, expect, test } from "vitest";
import { RestartDelay } from "../../../src/operating/commands/workers/restart-delay.ts";

describe("a worker that ended", () => {
  test("is started again at once, and with growing delays when it keeps exiting", () => {
    const delay = new RestartDelay();
    const delays = Array.from({ length: 9 }, () => delay.next(0));
    expect(delays).toEqual([0, 250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  test("is started again at once after it has served for a while", () => {
    const delay = new RestartDelay();
    for (let times = 0; times < 5; times += 1) delay.next(9_999);
    expect(delay.next(10_000)).toBe(0);
    expect(delay.next(9_999)).toBe(250);
  });
});
