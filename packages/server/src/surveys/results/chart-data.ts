import {
  choosesOneOption,
  type MergedQuestion,
  plainText,
  type Summary,
  type SummaryPart,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { StackedRow } from "./charts/stacked-bars.tsx";
import { figuresOf } from "./figures.ts";

/** Ways to draw the answers to a question. */
export const chartKinds = ["bars", "columns", "line", "pie", "donut", "stacked"] as const;

/** One of {@link chartKinds}. */
export type ChartKind = (typeof chartKinds)[number];

/** Something that was counted. */
export interface ChartPart {
  readonly label: string;
  /** What it comes to, such as "12 (34%)". */
  readonly value: string;
  /** How long a bar is, from 0 to 1. */
  readonly length: number;
  /** How high a column is beside the others. */
  readonly count: number;
}

/** What a chart shows. */
export type ChartData =
  | {
      readonly kind: "stacked";
      readonly series: readonly string[];
      readonly rows: readonly StackedRow[];
    }
  | { readonly kind: Exclude<ChartKind, "stacked">; readonly parts: readonly ChartPart[] };

/** Of more parts, columns have no place for their names, and slices no colours of their own. */
const mostColumns = 12;
const mostSlices = 8;

/** The charts that a question can have, the usual one first; none for texts. */
export function chartKindsOf(merged: MergedQuestion, summary: Summary): readonly ChartKind[] {
  switch (summary.kind) {
    case "choices": {
      const { length } = summary.parts;
      const hasSlices = choosesOneOption(merged) && length <= mostSlices;
      return [
        "bars",
        ...(length <= mostColumns ? (["columns"] as const) : []),
        ...(hasSlices ? (["pie", "donut"] as const) : []),
      ];
    }
    case "marks":
    case "numbers":
      return ["columns", "bars", "line"];
    case "ranking":
    case "mark_rows":
      return ["bars"];
    case "choice_rows":
      return ["stacked"];
    default:
      return [];
  }
}

/** The results of a question, as a chart needs them. */
export interface ChartedQuestion {
  readonly merged: MergedQuestion;
  readonly summary: Summary;
  /** What was chosen for the question; what it cannot be counts as not chosen. */
  readonly chosen: ChartKind | undefined;
}

/** What the chart of a question shows; undefined for texts, of which there is only a number, and for tables of numbers. */
export function chartData(
  language: Language,
  { merged, summary, chosen }: ChartedQuestion,
): ChartData | undefined {
  const kinds = chartKindsOf(merged, summary);
  const kind = kinds.find((one) => one === chosen) ?? kinds[0];
  if (kind === undefined || summary.kind === "texts" || summary.kind === "number_cells") return undefined;
  if (summary.kind === "choice_rows") return stackedData(language, summary);
  return kind === "stacked" ? undefined : { kind, parts: partsOf(language, summary) };
}

type Rows = Extract<Summary, { readonly kind: "choice_rows" }>;

function stackedData(language: Language, { columns, rows }: Rows): ChartData {
  return {
    kind: "stacked",
    series: columns.map(nameOf),
    rows: rows.map((row) => stackedRow(language, row)),
  };
}

/** Shares that are written beside a bar: of more the table has them. */
const mostShares = 6;

function stackedRow(language: Language, row: Rows["rows"][number]): StackedRow {
  const { share } = figuresOf(language);
  const { counts, answered } = row;
  const shares = counts.map((count) => share(answered === 0 ? 0 : count / answered));
  return { label: nameOf(row), counts, value: counts.length > mostShares ? "" : shares.join(" · ") };
}

type Parts = Exclude<Summary, { readonly kind: "choice_rows" | "texts" | "number_cells" }>;

function partsOf(language: Language, summary: Parts): readonly ChartPart[] {
  const { count, share, mean } = figuresOf(language);
  switch (summary.kind) {
    case "choices":
      return summary.parts.map((part) => ({
        label: nameOf(part),
        value: `${count(part.count)} (${share(part.share)})`,
        length: part.share,
        count: part.count,
      }));
    case "ranking":
      return summary.parts.map((part) => ({
        label: nameOf(part),
        value: mean(part.meanPlace),
        // The best place fills the bar, the last one leaves a stub.
        length:
          part.meanPlace === undefined ? 0 : (part.places.length + 1 - part.meanPlace) / part.places.length,
        count: part.count,
      }));
    case "mark_rows":
      return summary.rows.map((row) => ({
        label: nameOf(row),
        value: mean(row.mean),
        length: positionOf(row.mean, summary.marks),
        count: row.answered,
      }));
    default:
      return summary.parts.map((part) => ({
        label: part.label,
        value: share(part.share),
        length: part.share,
        count: part.count,
      }));
  }
}

/** Where a mean lies on its scale, from 0 to 1. */
function positionOf(mean: number | undefined, marks: readonly number[]): number {
  const [first = 0, last = 1] = [marks[0], marks.at(-1)];
  return mean === undefined || last === first ? 0 : (mean - first) / (last - first);
}

function nameOf({ label }: Pick<SummaryPart, "label">): string {
  return plainText(label);
}
