import { plainText, type Summary } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { BarList, type Bar } from "./charts/bar-list.tsx";
import { ColumnChart } from "./charts/column-chart.tsx";
import { StackedBars, type StackedRow } from "./charts/stacked-bars.tsx";
import { figuresOf } from "./figures.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What is drawn of a question. */
export type QuestionChartProps = {
  readonly language: Language;
  readonly title: string;
  readonly summary: Summary;
};

/** The chart of the answers to a question; nothing for texts, of which there is only a number. */
export function QuestionChart({ language, title, summary }: QuestionChartProps): JSX.Element | null {
  const label = resultsTextsFor(language).questions.chart(title);
  switch (summary.kind) {
    case "choices":
    case "ranking":
    case "mark_rows":
      return <BarList label={label} bars={barsOf(language, summary)} />;
    case "marks":
    case "numbers":
      return <ColumnChart label={label} columns={columnsOf(language, summary)} />;
    case "choice_rows":
      return (
        <StackedBars
          label={label}
          series={summary.columns.map((column) => plainText(column.label))}
          rows={summary.rows.map((row) => stackedRow(language, row))}
        />
      );
    default:
      return null;
  }
}

/** Shares that are written beside a bar: of more the table has them. */
const mostShares = 6;

function stackedRow(
  language: Language,
  { label, counts, answered }: Extract<Summary, { readonly kind: "choice_rows" }>["rows"][number],
): StackedRow {
  const { share } = figuresOf(language);
  const shares = counts.map((count) => share(answered === 0 ? 0 : count / answered));
  return { label: plainText(label), counts, value: counts.length > mostShares ? "" : shares.join(" · ") };
}

type Bars = Extract<Summary, { readonly kind: "choices" | "ranking" | "mark_rows" }>;

function barsOf(language: Language, summary: Bars): readonly Bar[] {
  if (summary.kind === "choices") return summary.parts.map((part) => choiceBar(language, part));
  if (summary.kind === "ranking") return summary.parts.map((part) => rankBar(language, part));
  return summary.rows.map((row) => ({
    label: plainText(row.label),
    value: figuresOf(language).mean(row.mean),
    length: positionOf(row.mean, summary.marks),
  }));
}

function choiceBar(
  language: Language,
  part: Extract<Summary, { readonly kind: "choices" }>["parts"][number],
): Bar {
  const { count, share } = figuresOf(language);
  const value = `${count(part.count)} (${share(part.share)})`;
  return { label: plainText(part.label), value, length: part.share };
}

/** The best place fills the bar, the last one leaves a stub. */
function rankBar(
  language: Language,
  { label, meanPlace, places }: Extract<Summary, { readonly kind: "ranking" }>["parts"][number],
): Bar {
  const length = meanPlace === undefined ? 0 : (places.length + 1 - meanPlace) / places.length;
  return { label: plainText(label), value: figuresOf(language).mean(meanPlace), length };
}

/** Where a mean lies on its scale, from 0 to 1. */
function positionOf(mean: number | undefined, marks: readonly number[]): number {
  const [first = 0, last = 1] = [marks[0], marks.at(-1)];
  return mean === undefined || last === first ? 0 : (mean - first) / (last - first);
}

function columnsOf(language: Language, { parts }: Extract<Summary, { readonly kind: "marks" | "numbers" }>) {
  const { share } = figuresOf(language);
  return parts.map((part) => ({ label: part.label, value: share(part.share), count: part.count }));
}
