import type { Language } from "@survey-open-platform/service";

/** How figures are written in a language. */
export interface Figures {
  readonly count: (value: number) => string;
  /** Of a share from 0 to 1, in percent. */
  readonly share: (value: number) => string;
  /** A dash for none. */
  readonly mean: (value: number | undefined) => string;
  /** Of a number of points, with its sign. */
  readonly score: (value: number) => string;
}

/** Making formats costs more than using them; there is one set per language. */
const made = new Map<Language, Figures>();

/** Writes figures in a language. */
export function figuresOf(language: Language): Figures {
  const known = made.get(language) ?? make(language);
  made.set(language, known);
  return known;
}

function make(language: Language): Figures {
  const counts = new Intl.NumberFormat(language);
  const shares = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const means = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const scores = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 0 });
  return {
    count: (value) => counts.format(value),
    share: (value) => shares.format(value),
    mean: (value) => (value === undefined ? "–" : means.format(value)),
    score: (value) => scores.format(value),
  };
}
