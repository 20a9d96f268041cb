import { plainText, type Summary } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { plainName } from "../../pages/components/display-name.tsx";
import { DataTable, type Column } from "../../pages/components/list.tsx";
import { figuresOf } from "./figures.ts";
import { CellTable } from "./number-cells.tsx";
import { partColumn } from "./part-column.tsx";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What a table shows of a question. */
export type QuestionTableProps = {
  readonly language: Language;
  readonly title: string;
  readonly summary: Summary;
};

/** The numbers of a question's chart. */
export function QuestionTable({ language, title, summary }: QuestionTableProps): JSX.Element | null {
  const caption = resultsTextsFor(language).questions.table(title);
  switch (summary.kind) {
    case "choices":
    case "marks":
    case "numbers":
      return <DataTable caption={caption} rows={summary.parts} columns={countColumns(language)} />;
    case "ranking":
      return <DataTable caption={caption} rows={summary.parts} columns={rankColumns(language, summary)} />;
    case "choice_rows":
      return <DataTable caption={caption} rows={summary.rows} columns={choiceColumns(language, summary)} />;
    case "mark_rows":
      return <DataTable caption={caption} rows={summary.rows} columns={markColumns(language, summary)} />;
    case "number_cells":
      return <CellTable language={language} caption={caption} summary={summary} />;
    default:
      return null;
  }
}

type Part<Kind extends Summary["kind"]> = Extract<Summary, { readonly kind: Kind }>;
type Choice = Part<"choices">["parts"][number];
type Ranked = Part<"ranking">["parts"][number];
type ChoiceRow = Part<"choice_rows">["rows"][number];
type MarkRow = Part<"mark_rows">["rows"][number];

function countColumns(language: Language): readonly Column<Choice>[] {
  const { questions: words } = resultsTextsFor(language);
  const { count, share } = figuresOf(language);
  return [
    partColumn(language, words.option),
    { header: words.count, cell: (part) => count(part.count) },
    { header: words.share, cell: (part) => share(part.share) },
  ];
}

/** Places of a ranking that have a column: of two hundred options the table would have forty thousand cells. */
const placesShown = 20;

function rankColumns(language: Language, { parts }: Part<"ranking">): readonly Column<Ranked>[] {
  const { questions: words } = resultsTextsFor(language);
  const { count, mean } = figuresOf(language);
  return [
    partColumn(language, words.option),
    { header: words.meanPlace, cell: (part) => mean(part.meanPlace) },
    ...parts.slice(0, placesShown).map((_, at) => ({
      header: words.place(at + 1),
      cell: (part: Ranked) => count(part.places[at] ?? 0),
    })),
  ];
}

function choiceColumns(language: Language, { columns }: Part<"choice_rows">): readonly Column<ChoiceRow>[] {
  const { questions: words } = resultsTextsFor(language);
  const { countAndShare } = figuresOf(language);
  return [
    partColumn(language, words.row),
    ...columns.map(({ label }, at) => ({
      header: plainName(plainText(label)),
      cell: (row: ChoiceRow) => countAndShare(row.counts[at] ?? 0, row.answered),
    })),
  ];
}

function markColumns(language: Language, { marks }: Part<"mark_rows">): readonly Column<MarkRow>[] {
  const { questions: words } = resultsTextsFor(language);
  const { count, countAndShare, mean } = figuresOf(language);
  return [
    partColumn(language, words.row),
    { header: words.answeredHeader, cell: ({ answered }) => count(answered) },
    { header: words.mean, cell: (row) => mean(row.mean) },
    { header: words.median, cell: (row) => mean(row.median) },
    { header: words.deviation, cell: (row) => mean(row.deviation) },
    ...marks.map((mark, at) => ({
      header: String(mark),
      cell: (row: MarkRow) => countAndShare(row.counts[at] ?? 0, row.answered),
    })),
  ];
}
