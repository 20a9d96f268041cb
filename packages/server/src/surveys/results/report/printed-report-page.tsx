import { plainText, scannedAnswers } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName, plainName } from "../../../pages/components/display-name.tsx";
import { InTurns } from "../../../pages/components/in-turns.tsx";
import { Moment } from "../../../pages/components/moment.tsx";
import { Layout, type PageProps } from "../../../pages/layout.tsx";
import { type SurveyPageProps, surveyTitle } from "../../../pages/survey-frame.tsx";
import { withQuery } from "../../../pages/with-query.ts";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import type { ResultsReport } from "../../../store/surveys/results-report-table.ts";
import { figuresOf } from "../figures.ts";
import { QuestionCard, type QuestionResult } from "../question-card.tsx";
import { filterQuery, isFiltered, type ResultsFilter } from "../results-filter.ts";
import { resultsTextsFor } from "../texts/results-texts.ts";

/** What the page shows. */
export type PrintedReportPageProps = PageProps &
  Pick<SurveyPageProps, "survey"> & {
    readonly timeZone: string;
    /** ms UTC. */
    readonly now: number;
    readonly filter: ResultsFilter;
    readonly answers: number;
    readonly isPartial: boolean;
    readonly results: readonly QuestionResult[];
    readonly report: ResultsReport;
  };

/** Results for paper: no question is cut by the end of a page. On paper nothing is there but the report itself. */
export function PrintedReportPage(props: PrintedReportPageProps): JSX.Element {
  const { language, path, survey, results, report, filter } = props;
  const { report: words, questions } = resultsTextsFor(language);
  const title = surveyTitle(plainText(survey.title), language);
  return (
    <Layout language={language} path={path} title={`${words.title} – ${plainName(title)}`} wide>
      <p class="off-paper">
        {words.printHint}{" "}
        <a href={withQuery(surveyAddress(survey.id, "/results/report"), filterQuery(filter))}>
          {words.change}
        </a>
      </p>
      <div class="report">
        <h1>
          <DisplayName name={title} />
        </h1>
        <Facts {...props} />
        {report.note === "" ? null : <p class="report-text">{report.note}</p>}
        <h2>{questions.title}</h2>
        <InTurns
          of={results}
          each={(result) => (
            <QuestionCard
              {...result}
              language={language}
              isOnPaper
              comment={report.comments.get(result.merged.question.id)}
            />
          )}
        />
      </div>
    </Layout>
  );
}

function Facts(props: PrintedReportPageProps): JSX.Element {
  const { language, timeZone, now, filter, answers, isPartial } = props;
  const { report: words, filter: filterWords } = resultsTextsFor(language);
  const { count } = figuresOf(language);
  return (
    <>
      <p>
        {words.answers(count(answers))} <Moment at={now} timeZone={timeZone} language={language} />
      </p>
      {isFiltered(filter) ? <p>{words.filtered}</p> : null}
      {isPartial ? <p>{filterWords.partial(count(scannedAnswers))}</p> : null}
    </>
  );
}
