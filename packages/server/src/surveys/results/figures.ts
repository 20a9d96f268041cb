import { numberFormat, type Language } from "@survey-open-platform/service";

/** How figures are written in a language. */
export interface Figures {
  readonly count: (value: number) => string;
  /** Of a share from 0 to 1, in percent. */
  readonly share: (value: number) => string;
  /** A number and its share of a whole, such as `12 (34%)`. */
  readonly countAndShare: (value: number, whole: number) => string;
  /** A dash for none. */
  readonly mean: (value: number | undefined) => string;
  /** With the digits that it has; a dash for none. */
  readonly number: (value: number | undefined) => string;
  /** Of a number of points, with its sign. */
  readonly score: (value: number) => string;
  /** Of a difference, with its sign: of percentages, and of means. */
  readonly points: (value: number) => string;
  readonly change: (value: number) => string;
  /** Of a chance from 0 to 1, such as `= 0.023`. */
  readonly chance: (value: number) => string;
}

/** Writes figures in a language. */
export function figuresOf(language: Language): Figures {
  const counts = numberFormat(language, {});
  const shares = numberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const means = numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const numbers = numberFormat(language, { maximumFractionDigits: 15 });
  const points = numberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  const changes = numberFormat(language, {
    signDisplay: "exceptZero",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const scores = numberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 0 });
  const chances = numberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return {
    count: (value) => counts.format(value),
    share: (value) => shares.format(value),
    countAndShare: (value, whole) =>
      `${counts.format(value)} (${shares.format(whole === 0 ? 0 : value / whole)})`,
    mean: (value) => (value === undefined ? "–" : means.format(value)),
    number: (value) => (value === undefined ? "–" : numbers.format(value)),
    score: (value) => scores.format(value),
    points: (value) => points.format(value),
    change: (value) => changes.format(value),
    chance: (value) => (value < 0.001 ? `< ${chances.format(0.001)}` : `= ${chances.format(value)}`),
  };
}
