import type { Language } from "@survey-open-platform/service";
import { plainText, type Summary, type SummaryPart } from "@survey-open-platform/surveys";
import { figuresOf, type Figures } from "../figures.ts";
import { resultsTextsFor } from "../texts/results-texts.ts";

/** Something of a question in two groups. */
export interface Compared {
  readonly label: string;
  readonly values: readonly [string, string];
  /** How long bars are, from 0 to 1; undefined for what has none. */
  readonly lengths: readonly [number, number] | undefined;
  /** The second less the first, in words; "" where one is not known. */
  readonly difference: string;
}

/** The results of one question in two groups. */
export type SummaryPair = readonly [Summary, Summary];

/** What was chosen, part by part. Nothing for texts and numbers. */
export function comparedParts(language: Language, pair: SummaryPair): readonly Compared[] {
  const [one, other] = pair;
  if (one.kind === "choices" && other.kind === "choices") return shares(language, one.parts, other.parts);
  if (one.kind === "marks" && other.kind === "marks") return shares(language, one.parts, other.parts);
  if (one.kind === "choice_rows" && other.kind === "choice_rows") return cellShares(language, one, other);
  return comparedMeans(figuresOf(language), pair);
}

function comparedMeans(figures: Figures, [one, other]: SummaryPair): readonly Compared[] {
  if (one.kind === "ranking" && other.kind === "ranking") {
    // Each is in the order of its own places.
    const meanOf = new Map(other.parts.map(({ id, meanPlace }) => [id, meanPlace]));
    return one.parts.map((part) => means(figures, part, [part.meanPlace, meanOf.get(part.id)]));
  }
  if (one.kind === "mark_rows" && other.kind === "mark_rows")
    return one.rows.map((row, at) => means(figures, row, [row.mean, other.rows[at]?.mean]));
  return [];
}

interface Counted extends SummaryPart {
  readonly count: number;
  readonly share: number;
}

function shares(
  language: Language,
  parts: readonly Counted[],
  others: readonly Counted[],
): readonly Compared[] {
  return parts.map((part, at) => {
    const other = others[at];
    return sharesOf(language, plainText(part.label), [part, other ?? { count: 0, share: 0 }]);
  });
}

type Share = Pick<Counted, "count" | "share">;

function sharesOf(language: Language, label: string, [one, other]: readonly [Share, Share]): Compared {
  const { count, share, points } = figuresOf(language);
  const { compare: words } = resultsTextsFor(language);
  const text = (part: Share) => `${share(part.share)} (${count(part.count)})`;
  return {
    label,
    values: [text(one), text(other)],
    lengths: [one.share, other.share],
    difference: words.points(points(100 * (other.share - one.share))),
  };
}

function means(
  { mean, change }: Figures,
  { label }: SummaryPart,
  [one, other]: readonly [number | undefined, number | undefined],
): Compared {
  return {
    label: plainText(label),
    values: [mean(one), mean(other)],
    lengths: undefined,
    difference: one === undefined || other === undefined ? "" : change(other - one),
  };
}

type Rows = Extract<Summary, { readonly kind: "choice_rows" }>;

/** Each column of each row. */
function cellShares(language: Language, one: Rows, other: Rows): readonly Compared[] {
  return one.rows.flatMap((row, at) =>
    one.columns.map((column, cell) => {
      const label = `${plainText(row.label)}: ${plainText(column.label)}`;
      return sharesOf(language, label, [shareIn(row, cell), shareIn(other.rows[at], cell)]);
    }),
  );
}

function shareIn(row: Rows["rows"][number] | undefined, cell: number): Share {
  const count = row?.counts[cell] ?? 0;
  return { count, share: row === undefined || row.answered === 0 ? 0 : count / row.answered };
}

/** The figures of marks and of numbers. */
export function comparedFigures(language: Language, [one, other]: SummaryPair): readonly Compared[] {
  const { questions: words } = resultsTextsFor(language);
  const figures = figuresOf(language);
  if (!hasFigures(one) || !hasFigures(other)) return [];
  const row = (label: string, name: "mean" | "median" | "deviation") =>
    means(figures, { id: "", label, isArchived: false }, [one[name], other[name]]);
  const scores = [scoreOf(one), scoreOf(other)] as const;
  const { count, score } = figures;
  return [
    {
      label: words.answeredHeader,
      values: [count(one.answered), count(other.answered)],
      lengths: undefined,
      difference: "",
    },
    row(words.mean, "mean"),
    row(words.median, "median"),
    row(words.deviation, "deviation"),
    ...(scores[0] === undefined || scores[1] === undefined
      ? []
      : [
          {
            label: words.netPromoterScore,
            values: [score(scores[0]), score(scores[1])] as const,
            lengths: undefined,
            difference: score(scores[1] - scores[0]),
          },
        ]),
  ];
}

type WithFigures = Extract<Summary, { readonly kind: "marks" | "numbers" }>;

function hasFigures(summary: Summary): summary is WithFigures {
  return summary.kind === "marks" || summary.kind === "numbers";
}

function scoreOf(summary: WithFigures): number | undefined {
  return summary.kind === "marks" ? summary.netPromoterScore?.score : undefined;
}
