import { expect, test } from "vitest";
import { summariseNumbers } from "../../src/results/number-figures.ts";

function summaryOf(numbers: readonly number[]) {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const summary = summariseNumbers(
    [...counts].map(([mark, count]) => ({ mark, count })),
    numbers.length,
  );
  return { ...summary, columns: summary.parts.map(({ label, count }) => [label, count]) };
}

test("few different numbers are counted each by itself, in their order", () => {
  expect(summaryOf([3, -5, 3, 0.5])).toMatchObject({
    mean: 0.375,
    median: 1.75,
    least: -5,
    greatest: 3,
    areRanges: false,
    columns: [
      ["-5", 1],
      ["0.5", 1],
      ["3", 2],
    ],
  });
});

test("many different numbers are counted by ranges with round bounds, of which the upper one is not part", () => {
  const { columns, areRanges } = summaryOf(Array.from({ length: 100 }, (_, at) => at));
  expect(areRanges).toBe(true);
  expect(columns).toHaveLength(10);
  expect(columns[0]).toEqual(["0 – 10", 10]);
  expect(columns[9]).toEqual(["90 – 100", 10]);
});

test.each([
  ["tiny ones", Array.from({ length: 50 }, (_, at) => at / 1e9)],
  ["huge ones", Array.from({ length: 50 }, (_, at) => at * 2e13 - 4e14)],
  ["decimals", Array.from({ length: 50 }, (_, at) => 0.1 * at - 2)],
  ["one far away", [...Array.from({ length: 49 }, (_, at) => at), 999_999_999_999_999]],
])("%s are in at most ten ranges, and none is left out", (_, numbers) => {
  const { columns } = summaryOf(numbers);
  expect(columns.length).toBeLessThanOrEqual(10);
  expect(columns.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(numbers.length);
});

test("without a number there are no figures", () => {
  expect(summaryOf([])).toMatchObject({
    mean: undefined,
    least: undefined,
    greatest: undefined,
    columns: [],
  });
});
