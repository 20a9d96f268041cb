import {
  languageName,
  type MergedQuestion,
  plainText,
  type StoredAnswer,
} from "@survey-open-platform/surveys";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { DataTable, EmptyState, Pager, Search } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { type AnswerColumns, type FactColumn } from "./answer-columns.ts";
import { AnswerColumnsForm } from "./answer-columns-form.tsx";
import { durationText } from "./duration-text.ts";
import { figuresOf } from "./figures.ts";
import { FilterForm } from "./filter-form.tsx";
import { filterParameters, filterQuery, isFiltered, type Filtering } from "./results-filter.ts";
import { answerImportTextsFor } from "./importing/texts/answer-import-texts.ts";
import { nameIn } from "./name-in.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** An answer of the list. */
export interface ListedAnswer {
  readonly answer: Pick<
    StoredAnswer,
    "answerId" | "startedAt" | "endedAt" | "version" | "respondentNickname" | "channel" | "ua" | "language"
  >;
  /** What was given first. */
  readonly start: string;
  /** What was given for each question that is a column, in their order. */
  readonly given: readonly string[];
}

/** What the page shows. */
export type AnswerListPageProps = SurveyPageProps &
  Filtering & {
    readonly timeZone: string;
    readonly search: string;
    readonly after: number | undefined;
    readonly next: number | undefined;
    /** How many answers were looked at for this page. */
    readonly searched: number;
    readonly answers: readonly ListedAnswer[];
    readonly notice: AnswerListNotice | undefined;
    readonly columns: AnswerColumns;
    /** Those that can be columns. */
    readonly questions: readonly MergedQuestion[];
  };

/** The outcome of a form: an answer was deleted, or answers were taken in. */
export const answerListNotices = ["deleted", "imported"] as const;

type AnswerListNotice = (typeof answerListNotices)[number];

/** The answers to a survey, the newest first, with a search. */
export function AnswerListPage(props: AnswerListPageProps): JSX.Element {
  const { language, survey, search, after, next, answers, notice, filter, columns } = props;
  const { answers: words, answer: answerWords } = resultsTextsFor(language);
  const path = surveyAddress(survey.id, "/results/answers");
  return (
    <SurveyFrame {...props} title={words.title} filterQuery={filterQuery(filter)}>
      <h2>{words.title}</h2>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {notice === "deleted" ? answerWords.deleted : answerImportTextsFor(language).imported}
        </Notice>
      )}
      <Search
        language={language}
        path={path}
        label={words.search}
        value={search}
        kept={{ ...filterParameters(filter), ...columnsKept(columns) }}
      />
      {isEmpty(props) ? null : (
        <FilterForm {...props} path={path} kept={{ q: search, ...columnsKept(columns) }} />
      )}
      {answers.length === 0 ? null : (
        <AnswerColumnsForm {...props} path={path} kept={{ q: search, ...filterParameters(filter) }} />
      )}
      {answers.length === 0 ? <Nothing {...props} /> : <Answers {...props} />}
      <Pager
        language={language}
        path={path}
        parameters={listParameters(props)}
        after={after === undefined ? undefined : String(after)}
        next={next === undefined ? undefined : String(next)}
      />
      {survey.rights.has("edit") ? (
        <p>
          <a class="link-line" href={surveyAddress(survey.id, "/results/import")}>
            {answerImportTextsFor(language).title}
          </a>
        </p>
      ) : null}
    </SurveyFrame>
  );
}

/** The columns in an address; nothing for the usual ones. */
function columnsKept({ parameter }: AnswerColumns): Readonly<Record<string, string>> {
  return parameter === "" ? {} : { columns: parameter };
}

/** What the list was asked for, for addresses that lead back to it. */
export function listParameters({
  search,
  filter,
  columns,
}: Pick<AnswerListPageProps, "search" | "filter" | "columns">): Readonly<Record<string, string>> {
  const kept = search === "" ? {} : { q: search };
  return { ...kept, ...filterParameters(filter), ...columnsKept(columns) };
}

/** Whether there is no answer at all. */
function isEmpty({ search, after, answers, filter }: AnswerListPageProps): boolean {
  return answers.length === 0 && search === "" && after === undefined && !isFiltered(filter);
}

function Nothing(props: AnswerListPageProps): JSX.Element {
  const { language, searched } = props;
  const { answers: words } = resultsTextsFor(language);
  const hasNone = isEmpty(props);
  return (
    <EmptyState title={hasNone ? words.emptyTitle : words.noMatch}>
      <p>{hasNone ? words.emptyText : words.noMatchText}</p>
      {hasNone ? null : <p>{words.searched(figuresOf(language).count(searched))}</p>}
    </EmptyState>
  );
}

function Answers(props: AnswerListPageProps): JSX.Element {
  const { language, survey, answers, columns } = props;
  const { answers: words } = resultsTextsFor(language);
  const query = new URLSearchParams(listParameters(props)).toString();
  return (
    <DataTable
      caption={words.list}
      rows={answers}
      columns={[
        {
          header: words.number,
          isRowHeader: true,
          cell: ({ answer: { answerId } }) => (
            <a href={withQuery(surveyAddress(survey.id, `/results/answers/${answerId}`), query)}>
              {String(answerId)}
            </a>
          ),
        },
        ...columns.facts.map((fact) => ({
          header: words.facts[fact],
          cell: (listed: ListedAnswer) => factOf(fact, listed, props),
        })),
        ...columns.questions.map(({ question }, at) => ({
          header: plainName(plainText(question.title)),
          cell: ({ given }: ListedAnswer) => <DisplayName name={given[at] ?? ""} />,
        })),
      ]}
    />
  );
}

function factOf(
  fact: FactColumn,
  { answer, start }: ListedAnswer,
  { language, timeZone }: AnswerListPageProps,
): Child {
  const { answers: words, overview } = resultsTextsFor(language);
  const { startedAt, endedAt, version, respondentNickname, channel, ua } = answer;
  const facts: Readonly<Record<FactColumn, () => Child>> = {
    ended: () => <Moment at={endedAt} timeZone={timeZone} language={language} />,
    version: () => String(version),
    respondent: () =>
      respondentNickname === "" ? words.anonymous : <DisplayName name={respondentNickname} />,
    start: () => <DisplayName name={start} />,
    duration: () => durationText((endedAt - startedAt) / 1000, language),
    channel: () => <DisplayName name={nameIn(overview.channelNames, channel)} />,
    device: () => <DisplayName name={nameIn(overview.deviceNames, ua)} />,
    language: () => (answer.language === "" ? "" : languageName(answer.language, language)),
  };
  return facts[fact]();
}
