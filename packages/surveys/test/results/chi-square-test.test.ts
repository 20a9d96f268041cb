import { expect, test } from "vitest";
import { chiSquareTail, chiSquareTest } from "../../src/results/chi-square-test.ts";

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** A table with these fields, where each answer has one choice of each question. */
function tableOf(...fields: readonly (readonly number[])[]) {
  const columns = (fields[0] ?? []).map((_, at) => ({
    id: "",
    label: "",
    total: sum(fields.map((counts) => counts[at] ?? 0)),
  }));
  const rows = fields.map((counts) => ({ id: "", label: "", counts, total: sum(counts) }));
  return { rows, columns, answers: sum(rows.map(({ total }) => total)) };
}

// What R 4.2 prints for pchisq(x, df, lower.tail = FALSE).
test.each([
  [3.84, 1, 0.0500435212487052],
  [0.001, 1, 0.97477287936996],
  [9.3, 4, 0.0540230509075708],
  [25, 9, 0.00297118048591762],
  [120, 99, 0.0742438558059668],
  [9801, 9801, 0.498100369619994],
  [10200, 9801, 0.00242507856043058],
  [60, 3, 5.87823072790691e-13],
  [0, 2, 1],
])("a chance is that of R, for a statistic of %d with %d degrees of freedom", (statistic, degrees, p) => {
  expect(chiSquareTail(statistic, degrees) / p).toBeCloseTo(1, 8);
});

test("the test of a table is that of R, and rows that no one chose do not count", () => {
  // chisq.test(rbind(c(12, 30, 18), c(25, 14, 21)), correct = FALSE)
  const tested = chiSquareTest(tableOf([12, 30, 18], [0, 0, 0], [25, 14, 21]));
  expect(tested).toEqual({
    statistic: expect.closeTo(10.6165186165, 8),
    degreesOfFreedom: 2,
    p: expect.closeTo(0.00495053658, 8),
  });
});

test("few answers are not tested, nor one row, nor answers with several choices", () => {
  expect(chiSquareTest(tableOf([3, 4], [5, 2]))).toBe("few");
  expect(chiSquareTest(tableOf([30, 40], [0, 0]))).toBe("few");
  expect(chiSquareTest(tableOf())).toBe("few");
  expect(chiSquareTest({ ...tableOf([30, 40], [50, 20]), answers: 100 })).toBe("several");
});
