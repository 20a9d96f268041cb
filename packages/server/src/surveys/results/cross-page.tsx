import {
  chiSquareTest,
  type CrossTable,
  type MergedQuestion,
  mostCrossFields,
  plainText,
  scannedAnswers,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { Select } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable, type Column } from "../../pages/components/list.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { StackedBars } from "./charts/stacked-bars.tsx";
import { figuresOf } from "./figures.ts";
import { FilterForm } from "./filter-form.tsx";
import { filterParameters, filterQuery, isFiltered, type Filtering } from "./results-filter.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the page shows. */
export type CrossPageProps = SurveyPageProps &
  Filtering & {
    /** Those that a table can be made of. */
    readonly questions: readonly MergedQuestion[];
    readonly rows: MergedQuestion | undefined;
    readonly columns: MergedQuestion | undefined;
    readonly table: CrossTable | undefined;
    /** Of what the percentages are shares. */
    readonly shares: CrossShares;
    readonly isPartial: boolean;
    /** Whether the two questions have more than {@link mostCrossFields} pairs of choices; there is no table then. */
    readonly isTooLarge: boolean;
  };

/** Of what a field of the table can be a share; the first where nothing is chosen. */
export const crossShares = ["rows", "columns", "all"] as const;

type CrossShares = (typeof crossShares)[number];

/** How the answers to two questions go together. */
export function CrossPage(props: CrossPageProps): JSX.Element {
  const { language, questions, table, isPartial, isTooLarge, filter } = props;
  const { cross: words, filter: filterWords } = resultsTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title} filterQuery={filterQuery(filter)}>
      <h2>{words.title}</h2>
      <p>{questions.length < 2 ? words.none : words.text}</p>
      {questions.length < 2 ? null : <QuestionForm {...props} />}
      {hasFilter(props) ? <TableFilter {...props} /> : null}
      {isTooLarge ? (
        <Notice tone="warning" role="status">
          {words.tooLarge(figuresOf(language).count(mostCrossFields))}
        </Notice>
      ) : null}
      {isPartial ? (
        <Notice tone="info" role="status">
          {filterWords.partial(figuresOf(language).count(scannedAnswers))}
        </Notice>
      ) : null}
      {table === undefined ? null : <Table {...props} table={table} />}
    </SurveyFrame>
  );
}

/** Whether the page has a filter, and with it a script: while there is no table there is nothing to filter. */
export function hasFilter({ table, filter }: Pick<CrossPageProps, "table" | "filter">): boolean {
  return table !== undefined || isFiltered(filter);
}

function TableFilter(props: CrossPageProps): JSX.Element {
  const { survey, rows, columns, shares } = props;
  const kept = { rows: rows?.question.id ?? "", columns: columns?.question.id ?? "", shares };
  return <FilterForm {...props} path={surveyAddress(survey.id, "/results/cross")} kept={kept} />;
}

function QuestionForm(props: CrossPageProps): JSX.Element {
  const { language, survey, questions, rows, columns, filter, shares } = props;
  const { cross: words } = resultsTextsFor(language);
  const options = questions.map(({ question }) => ({
    value: question.id,
    label: plainName(plainText(question.title)),
  }));
  const [first, second] = [rows ?? questions[0], columns ?? questions[1]];
  return (
    <form
      method="get"
      action={surveyAddress(survey.id, "/results/cross")}
      role="search"
      aria-label={words.title}
      class="card stack"
    >
      <HiddenFields values={filterParameters(filter)} />
      <div class="filter-fields">
        <Select id="rows" label={words.rows} value={first?.question.id ?? ""} options={options} />
        <Select id="columns" label={words.columns} value={second?.question.id ?? ""} options={options} />
        <Select
          id="shares"
          label={words.shares}
          value={shares}
          options={crossShares.map((value) => ({ value, label: words.sharesOf[value] }))}
        />
      </div>
      <div class="actions">
        <Button>{words.submit}</Button>
      </div>
    </form>
  );
}

function Table(props: CrossPageProps & { readonly table: CrossTable }) {
  const { language, rows, columns, table } = props;
  const { cross: words, questions } = resultsTextsFor(language);
  const caption = words.table(titleOf(rows), titleOf(columns));
  return (
    <section class="card stack">
      <h3>
        <DisplayName name={caption} />
      </h3>
      <StackedBars
        label={questions.chart(caption)}
        series={table.columns.map(({ label }) => plainText(label))}
        rows={table.rows.map(({ label, counts }) => ({ label: plainText(label), counts }))}
      />
      <DataTable
        caption={caption}
        rows={[...table.rows, totalsOf(table, words.total)]}
        columns={tableColumns(props, titleOf(rows))}
      />
      <p>{testText(language, table)}</p>
    </section>
  );
}

function titleOf(merged: MergedQuestion | undefined): string {
  return plainName(plainText(merged?.question.title ?? ""));
}

type CrossRow = CrossTable["rows"][number];

/** The last row of the table. */
function totalsOf({ columns, answers }: CrossTable, label: string): CrossRow {
  return { id: "", label, counts: columns.map(({ total }) => total), total: answers };
}

function tableColumns(
  { language, table, shares }: CrossPageProps & { readonly table: CrossTable },
  rowTitle: string,
): readonly Column<CrossRow>[] {
  const { cross: words } = resultsTextsFor(language);
  const { countAndShare } = figuresOf(language);
  const cell = (count: number, row: CrossRow, columnTotal: number) =>
    countAndShare(count, { rows: row.total, columns: columnTotal, all: table.answers }[shares]);
  return [
    { header: rowTitle, isRowHeader: true, cell: ({ label }) => <DisplayName name={plainText(label)} /> },
    ...table.columns.map(({ label, total }, at) => ({
      header: plainName(plainText(label)),
      cell: (row: CrossRow) => cell(row.counts[at] ?? 0, row, total),
    })),
    { header: words.total, cell: (row) => cell(row.total, row, table.answers) },
  ];
}

/** Differences that chance makes less often than this are said to be no chance. */
const rareChance = 0.05;

/** Whether the two questions are related, with the figures that are usual. */
function testText(language: CrossPageProps["language"], table: CrossTable): string {
  const { test: words } = resultsTextsFor(language).cross;
  const tested = chiSquareTest(table);
  if (typeof tested === "string") return words[tested];
  const { mean, count, chance } = figuresOf(language);
  const { statistic, degreesOfFreedom, p } = tested;
  const figures = `χ² = ${mean(statistic)}, df = ${count(degreesOfFreedom)}, p ${chance(p)}`;
  return p < rareChance ? words.related(figures) : words.unrelated(figures);
}
