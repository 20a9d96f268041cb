import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusalLines } from "../src/refusal-lines.ts";

function startCounting() {
  const reports: unknown[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      reports.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const lines = new RefusalLines(pino({ base: null, timestamp: false }, stream));
  /** @returns how many of so many refusals have a line */
  const take = (refusals: number, route = "/api/surveys", errorType = "invalid_token") =>
    Array.from({ length: refusals }, () => lines.take(route, errorType)).filter(Boolean).length;
  return { take, reports };
}

const reportOf = (count: number, route = "/api/surveys", error_type = "invalid_token") => ({
  level: 40,
  route,
  error_type,
  count,
  msg: "refused, without a line each",
});

describe("lines of refusals", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("are fifty a second, and one more says how many refusals have none", () => {
    const { take, reports } = startCounting();
    expect([take(50), take(200)]).toEqual([50, 0]);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(reports).toEqual([reportOf(200)]);
    expect(take(51)).toBe(50);
    vi.advanceTimersByTime(1000);
    expect(reports).toEqual([reportOf(200), reportOf(1)]);
  });

  it("are counted until they are reported, also when the next second has begun", () => {
    const { take, reports } = startCounting();
    take(50);
    vi.advanceTimersByTime(900);
    expect(take(7)).toBe(0);
    vi.advanceTimersByTime(100);
    expect(take(53)).toBe(50);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(900);
    expect(reports).toEqual([reportOf(10)]);
  });

  it("are counted for each route and each type by themselves", () => {
    const { take, reports } = startCounting();
    take(60);
    expect(take(50, "/api/surveys", "no_route")).toBe(50);
    expect(take(60, "/api/teams")).toBe(50);
    vi.advanceTimersByTime(1000);
    expect(reports).toEqual([reportOf(10), reportOf(10, "/api/teams")]);
  });

  it("are all there while there are few, and nothing is reported", () => {
    const { take, reports } = startCounting();
    for (let second = 0; second < 5; second += 1) {
      expect(take(50)).toBe(50);
      vi.advanceTimersByTime(1000);
    }
    expect(reports).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
