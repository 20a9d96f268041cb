import {
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
    readonly isPartial: boolean;
    /** Whether the two questions have more than {@link mostCrossFields} pairs of choices; there is no table then. */
    readonly isTooLarge: boolean;
  };

/** How the answers to two questions go together. */
export function CrossPage(props: CrossPageProps): JSX.Element {
  const { language, questions, table, isPartial, isTooLarge, filter } = props;
  const { cross: words, filter: filterWords } = resultsTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title} filterQuery={filterQuery(filter)}>
      <h2>{words.title}</h2>
      <p>{questions.length < 2 ? words.none : words.text}</p>
      {questions.length < 2 ? null : <QuestionForm {...props} />}
      {table === undefined && !isFiltered(filter) ? null : <TableFilter {...props} />}
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

function TableFilter(props: CrossPageProps): JSX.Element {
  const { survey, rows, columns } = props;
  const kept = { rows: rows?.question.id ?? "", columns: columns?.question.id ?? "" };
  return <FilterForm {...props} path={surveyAddress(survey.id, "/results/cross")} kept={kept} />;
}

function QuestionForm({ language, survey, questions, rows, columns, filter }: CrossPageProps): JSX.Element {
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
      </div>
      <div class="actions">
        <Button>{words.submit}</Button>
      </div>
    </form>
  );
}

function Table({ language, rows, columns, table }: CrossPageProps & { readonly table: CrossTable }) {
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
      <DataTable caption={caption} rows={table.rows} columns={tableColumns(language, titleOf(rows), table)} />
    </section>
  );
}

function titleOf(merged: MergedQuestion | undefined): string {
  return plainName(plainText(merged?.question.title ?? ""));
}

function tableColumns(
  language: CrossPageProps["language"],
  rowTitle: string,
  { columns }: CrossTable,
): readonly Column<CrossTable["rows"][number]>[] {
  const { cross: words } = resultsTextsFor(language);
  const { count, countAndShare } = figuresOf(language);
  return [
    { header: rowTitle, isRowHeader: true, cell: ({ label }) => <DisplayName name={plainText(label)} /> },
    ...columns.map(({ label }, at) => ({
      header: plainName(plainText(label)),
      cell: ({ counts, total }: CrossTable["rows"][number]) => countAndShare(counts[at] ?? 0, total),
    })),
    { header: words.total, cell: ({ total }) => count(total) },
  ];
}
