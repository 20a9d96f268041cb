import type { MarkFigures, NetPromoterScore } from "./summary.ts";

/** A mark and how often it was given. */
export interface MarkCount {
  readonly mark: number;
  readonly count: number;
}

/** Mean, median and standard deviation of marks, which are taken for a sample (n - 1). The median of an even number of marks is the mean of the two in the middle. */
export function markFigures(counts: readonly MarkCount[]): MarkFigures {
  const ascending = counts.toSorted((a, b) => a.mark - b.mark);
  const answered = sumOf(ascending);
  if (answered === 0) return { answered, mean: undefined, median: undefined, deviation: undefined };
  const sum = ascending.reduce((total, { mark, count }) => total + mark * count, 0);
  const middle = (nth: number) => markAt(ascending, nth);
  const median = (middle(Math.floor((answered - 1) / 2)) + middle(Math.floor(answered / 2))) / 2;
  const mean = sum / answered;
  return { answered, mean, median, deviation: deviationOf(ascending, mean, answered) };
}

/** Undefined for one mark alone, which deviates from nothing. */
function deviationOf(counts: readonly MarkCount[], mean: number, answered: number): number | undefined {
  if (answered < 2) return undefined;
  const squares = counts.reduce((total, { mark, count }) => total + (mark - mean) ** 2 * count, 0);
  return Math.sqrt(squares / (answered - 1));
}

/**
 * The net promoter score: the share of marks of 9 and 10 less that of 0 to 6, in points of a hundred.
 *
 * @returns undefined without marks
 */
export function netPromoterScore(counts: readonly MarkCount[]): NetPromoterScore | undefined {
  const answered = sumOf(counts);
  if (answered === 0) return undefined;
  const share = (from: number, to: number) =>
    sumOf(counts.filter(({ mark }) => mark >= from && mark <= to)) / answered;
  const [detractors, passives, promoters] = [share(0, 6), share(7, 8), share(9, 10)];
  return { detractors, passives, promoters, score: 100 * (promoters - detractors) };
}

/** The mark at a position of all marks in ascending order. */
function markAt(ascending: readonly MarkCount[], position: number): number {
  let passed = 0;
  for (const { mark, count } of ascending) {
    passed += count;
    if (passed > position) return mark;
  }
  return 0;
}

function sumOf(counts: readonly MarkCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
