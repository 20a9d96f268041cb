import { type MergedQuestion, plainText, scannedAnswers } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { DisplayName, plainName } from "../../../pages/components/display-name.tsx";
import { Select } from "../../../pages/components/field.tsx";
import { HiddenFields } from "../../../pages/components/hidden-fields.tsx";
import { InTurns } from "../../../pages/components/in-turns.tsx";
import { DataTable } from "../../../pages/components/list.tsx";
import { Notice } from "../../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import { PairedBars } from "../charts/paired-bars.tsx";
import { figuresOf } from "../figures.ts";
import { FilterForm } from "../filter-form.tsx";
import { filterParameters, filterQuery, type Filtering } from "../results-filter.ts";
import { resultsTextsFor } from "../texts/results-texts.ts";
import { type Compared, comparedFigures, comparedParts, type SummaryPair } from "./compare-summaries.ts";

/** A group of answers that can be chosen. */
export interface GroupChoice {
  /** How it is written in an address. */
  readonly value: string;
  readonly label: string;
}

/** A question in two groups. */
export interface ComparedQuestion {
  readonly merged: MergedQuestion;
  readonly summaries: SummaryPair;
}

/** Two groups that were counted. */
export interface Comparison {
  readonly groups: readonly [CountedGroup, CountedGroup];
  readonly questions: readonly ComparedQuestion[];
  readonly isPartial: boolean;
}

/** One of the two. */
export interface CountedGroup extends GroupChoice {
  readonly answers: number;
}

/** What the page shows. */
export type ComparePageProps = SurveyPageProps &
  Filtering & {
    readonly choices: readonly GroupChoice[];
    /** What was chosen; "" for nothing. */
    readonly chosen: readonly [string, string];
    readonly comparison: Comparison | undefined;
  };

/** The results of two groups beside each other. */
export function ComparePage(props: ComparePageProps): JSX.Element {
  const { language, survey, choices, chosen, comparison, filter } = props;
  const { compare: words } = resultsTextsFor(language);
  const path = surveyAddress(survey.id, "/results/compare");
  const [first, second] = chosen;
  return (
    <SurveyFrame {...props} title={words.title} filterQuery={filterQuery(filter)}>
      <h2>{words.title}</h2>
      <p>{choices.length < 2 ? words.none : words.text}</p>
      {choices.length < 2 ? null : <GroupForm {...props} />}
      <FilterForm {...props} path={path} kept={{ first, second }} />
      {comparison === undefined ? null : <Groups {...props} comparison={comparison} />}
    </SurveyFrame>
  );
}

function GroupForm({ language, survey, choices, chosen, filter }: ComparePageProps): JSX.Element {
  const { compare: words } = resultsTextsFor(language);
  const options = choices.map(({ value, label }) => ({ value, label: plainName(label) }));
  return (
    <form
      method="get"
      action={surveyAddress(survey.id, "/results/compare")}
      role="search"
      aria-label={words.title}
      class="card stack"
    >
      <HiddenFields values={filterParameters(filter)} />
      <div class="filter-fields">
        <Select id="first" label={words.first} value={chosen[0]} options={options} />
        <Select
          id="second"
          label={words.second}
          value={chosen[1] === "" ? (choices[1]?.value ?? "") : chosen[1]}
          options={options}
        />
      </div>
      <div class="actions">
        <Button>{words.submit}</Button>
      </div>
    </form>
  );
}

function Groups(props: ComparePageProps & { readonly comparison: Comparison }): JSX.Element {
  const { language, comparison } = props;
  const { compare: words, filter: filterWords } = resultsTextsFor(language);
  const { count } = figuresOf(language);
  const { groups, questions, isPartial } = comparison;
  return (
    <>
      {isPartial ? (
        <Notice tone="info" role="status">
          {filterWords.partial(count(scannedAnswers))}
        </Notice>
      ) : null}
      <ul class="bullets">
        {groups.map(({ label, answers }) => (
          <li>
            <DisplayName name={label} />: {words.answers(count(answers))}
          </li>
        ))}
      </ul>
      <InTurns
        of={questions}
        each={(question) => <QuestionOfGroups {...{ ...question, language, groups }} />}
      />
    </>
  );
}

type QuestionOfGroupsProps = ComparedQuestion &
  Pick<ComparePageProps, "language"> &
  Pick<Comparison, "groups">;

function QuestionOfGroups({ language, merged, summaries, groups }: QuestionOfGroupsProps): JSX.Element {
  const { questions: words, compare } = resultsTextsFor(language);
  const { count } = figuresOf(language);
  const title = plainText(merged.question.title);
  const names = [plainName(groups[0].label), plainName(groups[1].label)] as const;
  const parts = comparedParts(language, summaries);
  const figures = comparedFigures(language, summaries);
  const pairs = parts.flatMap(({ label, values, lengths }) =>
    lengths === undefined ? [] : [{ label, bars: pairOf(values, lengths) }],
  );
  return (
    <section class="card stack">
      <h3>
        <DisplayName name={title} />
      </h3>
      <p class="fine-print">{compare.answered(count(summaries[0].answered), count(summaries[1].answered))}</p>
      {pairs.length === 0 ? null : (
        <PairedBars label={words.chart(plainName(title))} groups={names} pairs={pairs} />
      )}
      {[parts, figures].map((rows) =>
        rows.length === 0 ? null : <ComparedTable {...{ language, rows, title: plainName(title) }} />,
      )}
    </section>
  );
}

function pairOf(values: Compared["values"], lengths: readonly [number, number]) {
  return [
    { value: values[0], length: lengths[0] },
    { value: values[1], length: lengths[1] },
  ] as const;
}

type ComparedTableProps = Pick<ComparePageProps, "language"> & {
  readonly rows: readonly Compared[];
  readonly title: string;
};

function ComparedTable({ language, rows, title }: ComparedTableProps): JSX.Element {
  const { questions: words, compare } = resultsTextsFor(language);
  return (
    <details open={rows.every(({ lengths }) => lengths === undefined)}>
      <summary>{words.showTable}</summary>
      <DataTable
        caption={words.table(title)}
        rows={rows}
        columns={[
          { header: words.option, isRowHeader: true, cell: ({ label }) => <DisplayName name={label} /> },
          { header: compare.first, cell: ({ values }) => values[0] },
          { header: compare.second, cell: ({ values }) => values[1] },
          { header: compare.difference, cell: ({ difference }) => (difference === "" ? "–" : difference) },
        ]}
      />
    </details>
  );
}
