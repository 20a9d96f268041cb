import { type Overview, scannedAnswers } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { EmptyState } from "../../pages/components/list.tsx";
import { LiveScript } from "../../pages/components/live-script.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { AnswerPeriods } from "./answer-periods.ts";
import { FilterForm } from "./filter-form.tsx";
import { figuresOf } from "./figures.ts";
import { LiveStatus } from "./live-status.tsx";
import { OverviewCard } from "./overview-card.tsx";
import { QuestionCard, type QuestionResult } from "./question-card.tsx";
import { filterQuery, isFiltered, type Filtering } from "./results-filter.ts";
import { textsPath } from "./question-texts-page.tsx";
import { sharingTextsFor } from "./sharing/texts/sharing-texts.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the page shows. */
export type ResultsPageProps = SurveyPageProps &
  Filtering & {
    readonly timeZone: string;
    readonly overview: Overview;
    readonly periods: AnswerPeriods;
    /** Half-filled forms for each page of the newest version. */
    readonly dropOff: readonly number[];
    readonly results: readonly QuestionResult[];
    readonly isPartial: boolean;
    /** How many answers of an anonymous survey wait; undefined for other surveys. */
    readonly waiting?: number | undefined;
    /** Changes with the answers. */
    readonly marker: string;
  };

/** The results of a survey: an overview, then each question with a chart and its table. */
export function ResultsPage(props: ResultsPageProps): JSX.Element {
  const { language, survey, overview, filter } = props;
  const { overview: words } = resultsTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title} filterQuery={filterQuery(filter)}>
      <div class="results-head">
        <h2>{words.title}</h2>
        <LiveStatus language={language} everySeconds={5} />
        <Ways {...props} />
      </div>
      {overview.answers > 0 || isFiltered(filter) ? (
        <FilterForm {...props} path={surveyAddress(survey.id, "/results")} />
      ) : null}
      <LiveResults {...props} />
      <LiveScript />
    </SurveyFrame>
  );
}

/** To other views of the results, and to others. */
function Ways({ language, survey, overview, filter }: ResultsPageProps): JSX.Element {
  const { compare, cross, report } = resultsTextsFor(language);
  const addressOf = (page: string) =>
    withQuery(surveyAddress(survey.id, `/results/${page}`), filterQuery(filter));
  return (
    <p class="actions">
      {overview.answers === 0 ? null : (
        <>
          <a href={addressOf("cross")}>{cross.title}</a>
          <a href={addressOf("compare")}>{compare.title}</a>
          <a href={addressOf("report")}>{report.title}</a>
        </>
      )}
      {survey.rights.has("edit") ? (
        <a class="button button-quiet" href={surveyAddress(survey.id, "/results/links")}>
          {sharingTextsFor(language).title}
        </a>
      ) : null}
    </p>
  );
}

/** What stays current while the page is open, see `browser/live.ts`. */
export function LiveResults(props: ResultsPageProps): JSX.Element {
  const { language, overview, isPartial, marker } = props;
  const { overview: words, filter: filterWords } = resultsTextsFor(language);
  return (
    <div id="live-results" class="stack" data-since={marker}>
      {isPartial ? (
        <Notice tone="info" role="status">
          {filterWords.partial(figuresOf(language).count(scannedAnswers))}
        </Notice>
      ) : null}
      {props.waiting === undefined ? null : (
        <Notice tone="info">
          {words.anonymous(props.waiting, figuresOf(language).count(props.waiting))}
        </Notice>
      )}
      {overview.answers === 0 ? <NoAnswers {...props} /> : <Results {...props} />}
    </div>
  );
}

function NoAnswers({ language, filter }: ResultsPageProps): JSX.Element {
  const { overview: words } = resultsTextsFor(language);
  const [title, text] = isFiltered(filter)
    ? [words.emptyFilterTitle, words.emptyFilterText]
    : [words.emptyTitle, words.emptyText];
  return (
    <EmptyState title={title}>
      <p>{text}</p>
    </EmptyState>
  );
}

function Results(props: ResultsPageProps): JSX.Element {
  const { language, survey, signedIn, results, filter } = props;
  const query = filterQuery(filter);
  return (
    <>
      <OverviewCard {...props} />
      <h2>{resultsTextsFor(language).questions.title}</h2>
      <InTurns
        of={results}
        each={(result) => (
          <QuestionCard
            language={language}
            {...result}
            charting={{ surveyId: survey.id, csrf: signedIn.csrf, query }}
            commentsAddress={surveyAddress(survey.id, `/comments?about=${result.merged.question.id}`)}
            textsAddress={withQuery(textsPath(survey.id, result.merged), query)}
          />
        )}
      />
    </>
  );
}
