import { describe, expect, test } from "vitest";
import { answerPeriods } from "../../../src/surveys/results/answer-periods.ts";
import { durationText } from "../../../src/surveys/results/duration-text.ts";

const hour = 3_600_000;
const day = 24 * hour;

describe("answers over time", () => {
  const start = Date.UTC(2026, 2, 28, 16);

  test("are by hour as long as they come from three days, without gaps", () => {
    const { step, points, end } = answerPeriods(
      [
        { at: start, count: 2 },
        { at: start + 3 * hour, count: 1 },
      ],
      "Asia/Shanghai",
    );
    expect(step).toBe("hour");
    expect(points.map(({ count }) => count)).toEqual([2, 0, 0, 1]);
    expect(points[0]?.at).toBe(start);
    expect(end).toBe(start + 4 * hour);
  });

  test("are by the days of the zone after that, also where a clock is put forward", () => {
    const hours = [0, 1, 9].map((days) => ({ at: start + days * day, count: 1 }));
    const { step, points } = answerPeriods(hours, "Europe/Berlin");
    expect(step).toBe("day");
    expect(points).toHaveLength(10);
    expect(points.map(({ count }) => count)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(new Date(points[0]?.at ?? 0).toISOString()).toBe("2026-03-27T23:00:00.000Z");
    expect(new Date(points[2]?.at ?? 0).toISOString()).toBe("2026-03-29T22:00:00.000Z");
  });

  test("are by month after some months, and none is left out", () => {
    const hours = [0, 400].map((days) => ({ at: start + days * day, count: 5 }));
    const { step, points } = answerPeriods(hours, "Asia/Shanghai");
    expect(step).toBe("month");
    expect(points).toHaveLength(15);
    expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(10);
  });

  test("of one hour are one point", () => {
    expect(answerPeriods([{ at: start, count: 1 }], "UTC").points).toHaveLength(1);
  });
});

test.each([
  [0, "0 sec"],
  [59.6, "1 min"],
  [125, "2 min 5 sec"],
  [3600, "1 hr"],
  [7260, "2 hr 1 min"],
])("%d seconds are %s", (seconds, text) => {
  expect(durationText(seconds, "en")).toBe(text);
});
