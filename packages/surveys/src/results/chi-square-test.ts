import type { CrossTable } from "./cross-table.ts";

/** Whether two questions are related, by Pearson's test. */
export interface ChiSquareTest {
  readonly statistic: number;
  readonly degreesOfFreedom: number;
  /** How likely differences at least as large are where there is no relation; from 0 to 1. */
  readonly p: number;
}

/**
 * Tests whether two questions are related, without a correction for continuity.
 *
 * @returns "several" where an answer has several choices, which the test does not allow; "few" where it would say too little: a fifth of the
 *   fields expects fewer than five answers, or one fewer than one (Cochran, Biometrics 10, 1954)
 */
export function chiSquareTest({ rows, columns, answers }: CrossTable): ChiSquareTest | "several" | "few" {
  if (rows.reduce((sum, { counts }) => sum + sumOf(counts), 0) > answers) return "several";
  const fields = rows.flatMap(({ counts, total }) =>
    columns.flatMap((column, at) =>
      total * column.total === 0
        ? []
        : [{ count: counts[at] ?? 0, expected: (total * column.total) / answers }],
    ),
  );
  const small = fields.filter(({ expected }) => expected < 5);
  if (small.length * 5 > fields.length || small.some(({ expected }) => expected < 1)) return "few";
  const [rowsChosen, columnsChosen] = [chosenOf(rows), chosenOf(columns)];
  if (rowsChosen < 2 || columnsChosen < 2) return "few";
  const degreesOfFreedom = (rowsChosen - 1) * (columnsChosen - 1);
  const statistic = sumOf(fields.map(({ count, expected }) => (count - expected) ** 2 / expected));
  return { statistic, degreesOfFreedom, p: chiSquareTail(statistic, degreesOfFreedom) };
}

function chosenOf(entries: readonly { readonly total: number }[]): number {
  return entries.filter(({ total }) => total > 0).length;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/**
 * How likely a value of the chi-square distribution is at least as large: Q(a, x), the regularized incomplete gamma function, by its power
 * series or its continued fraction (DLMF 8.7.1 and 8.9.2), whichever converges.
 */
export function chiSquareTail(statistic: number, degreesOfFreedom: number): number {
  const [a, x] = [degreesOfFreedom / 2, statistic / 2];
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGammaOfHalf(degreesOfFreedom));
  return x < a + 1 ? 1 - front * powerSeries(a, x) : front * continuedFraction(a, x);
}

/** More than tables of the largest size take. */
const terms = 5000;

function powerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let at = 1; at < terms; at += 1) {
    term *= x / (a + at);
    sum += term;
  }
  return sum;
}

function continuedFraction(a: number, x: number): number {
  let rest = 0;
  for (let at = terms; at > 0; at -= 1) rest = (at * (a - at)) / (x + 2 * at + 1 - a + rest);
  return 1 / (x + 1 - a + rest);
}

/** The logarithm of the gamma function at half of a whole number. */
function logGammaOfHalf(whole: number): number {
  let sum = whole % 2 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let at = whole / 2 - 1; at > 0; at -= 1) sum += Math.log(at);
  return sum;
}
