import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { DataTable, EmptyState, Pager, Search } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { figuresOf } from "./figures.ts";
import { FilterForm } from "./filter-form.tsx";
import { filterParameters, filterQuery, isFiltered, type Filtering } from "./results-filter.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** An answer of the list. */
export interface ListedAnswer {
  readonly id: number;
  readonly endedAt: number;
  readonly version: number;
  /** "" for a respondent who was not signed in. */
  readonly respondent: string;
  readonly start: string;
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
    readonly isDeleted: boolean;
  };

/** The answers to a survey, the newest first, with a search. */
export function AnswerListPage(props: AnswerListPageProps): JSX.Element {
  const { language, survey, search, after, next, answers, isDeleted, filter } = props;
  const { answers: words, answer: answerWords } = resultsTextsFor(language);
  const path = surveyAddress(survey.id, "/results/answers");
  return (
    <SurveyFrame {...props} title={words.title} filterQuery={filterQuery(filter)}>
      <h2>{words.title}</h2>
      {isDeleted ? (
        <Notice tone="success" role="status">
          {answerWords.deleted}
        </Notice>
      ) : null}
      <Search
        language={language}
        path={path}
        label={words.search}
        value={search}
        kept={filterParameters(filter)}
      />
      {isEmpty(props) ? null : <FilterForm {...props} path={path} kept={{ q: search }} />}
      {answers.length === 0 ? <Nothing {...props} /> : <Answers {...props} />}
      <Pager
        language={language}
        path={path}
        parameters={{ q: search, ...filterParameters(filter) }}
        after={after === undefined ? undefined : String(after)}
        next={next === undefined ? undefined : String(next)}
      />
    </SurveyFrame>
  );
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

function Answers({ language, survey, timeZone, answers, filter }: AnswerListPageProps): JSX.Element {
  const { answers: words } = resultsTextsFor(language);
  return (
    <DataTable
      caption={words.list}
      rows={answers}
      columns={[
        {
          header: words.number,
          isRowHeader: true,
          cell: ({ id }) => (
            <a href={withQuery(surveyAddress(survey.id, `/results/answers/${id}`), filterQuery(filter))}>
              {String(id)}
            </a>
          ),
        },
        {
          header: words.ended,
          cell: ({ endedAt }) => <Moment at={endedAt} timeZone={timeZone} language={language} />,
        },
        { header: words.version, cell: ({ version }) => String(version) },
        {
          header: words.respondent,
          cell: ({ respondent }) => (respondent === "" ? words.anonymous : <DisplayName name={respondent} />),
        },
        { header: words.start, cell: ({ start }) => <DisplayName name={start} /> },
      ]}
    />
  );
}
