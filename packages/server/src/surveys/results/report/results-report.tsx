import { overviewOf } from "@survey-open-platform/surveys";
import { type FormProblems, hasProblems } from "../../../pages/components/error-summary.tsx";
import { redirectTo } from "../../../pages/redirect-to.ts";
import { renderPage } from "../../../pages/render-page.ts";
import { withQuery } from "../../../pages/with-query.ts";
import { actorOf } from "../../../session/actor.ts";
import type { UserRequest } from "../../../session/page-request.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import { readOwnFields } from "../../../session/read-form.ts";
import { surveyAddress, surveyPath } from "../../../session/survey-for-user.ts";
import { readTime } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import {
  findResultsReport,
  type ResultsReport,
  saveResultsReport,
} from "../../../store/surveys/results-report-table.ts";
import { questionResults } from "../question-results.ts";
import { filteringOf, filterOf, filterQuery } from "../results-filter.ts";
import { countAnswers, readOwnContent, type SurveyContent, talliesOf } from "../survey-results.ts";
import { resultsTextsFor } from "../texts/results-texts.ts";
import { PrintedReportPage } from "./printed-report-page.tsx";
import { longestComment, reportFields, ResultsReportPage } from "./results-report-page.tsx";

const path = `${surveyPath}/results/report`;

/** A survey may have thousands of questions, each with a comment. */
const maximumBytes = 4 * 1024 * 1024;

/** The newest texts that a question of a report shows. */
const textsShown = { answers: 200, texts: 50 };

/** The report of a survey's results for paper, and the page on which its questions and comments are chosen. */
export function resultsReport(store: Store): readonly PageRoute[] {
  const page = { path, access: "user" } as const;
  return [
    { ...page, method: "GET", handle: (pageRequest: UserRequest) => showForm(store, pageRequest) },
    {
      ...page,
      method: "POST",
      keepsForm: true,
      handle: (pageRequest: UserRequest) => save(store, pageRequest),
    },
    {
      ...page,
      method: "GET",
      path: `${path}/print`,
      handle: (pageRequest: UserRequest) => showReport(store, pageRequest),
    },
  ];
}

interface FormView {
  readonly report: ResultsReport;
  readonly problems: FormProblems;
}

async function showForm(store: Store, pageRequest: UserRequest, view?: FormView): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest);
  const { language, path: address, signedIn, context } = pageRequest;
  const report = view?.report ?? (await findResultsReport(store.reader, survey.id));
  return renderPage(
    <ResultsReportPage
      {...{ language, path: address, signedIn, survey, report }}
      {...await filteringOf(store, pageRequest, content)}
      questions={content.questions}
      problems={view?.problems ?? {}}
      isSaved={view === undefined && context.req.query("notice") === "saved"}
    />,
    { status: view === undefined ? 200 : 400, script: true, connect: true },
  );
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const field = await readOwnFields(pageRequest, maximumBytes);
  const { survey, content } = await readOwnContent(store, pageRequest);
  const report = reportIn(field, content);
  const problems = problemsOf(report, resultsTextsFor(pageRequest.language).report.tooLong);
  if (hasProblems(problems)) return showForm(store, pageRequest, { report, problems });
  await store.write(saveResultsReport, { surveyId: survey.id, report, actor: actorOf(pageRequest) });
  const query = filterQuery(filterOf(pageRequest, content));
  const address = surveyAddress(survey.id, "/results/report");
  if (field("do") === "print") return redirectTo(withQuery(`${address}/print`, query));
  return redirectTo(withQuery(address, query === "" ? "notice=saved" : `${query}&notice=saved`));
}

function reportIn(field: (name: string) => string, { questions }: SurveyContent): ResultsReport {
  const ids = questions.map(({ question }) => question.id);
  const comments = ids.map((id) => [id, field(reportFields(id).comment).trim()] as const);
  return {
    note: field("note").trim(),
    hiddenQuestions: new Set(ids.filter((id) => field(reportFields(id).shown) === "")),
    comments: new Map(comments.filter(([, comment]) => comment !== "")),
  };
}

function problemsOf({ note, comments }: ResultsReport, tooLong: string): FormProblems {
  const long = [...comments].filter(([, comment]) => comment.length > longestComment);
  return {
    ...(note.length > longestComment && { note: tooLong }),
    ...Object.fromEntries(long.map(([id]) => [reportFields(id).comment, tooLong])),
  };
}

async function showReport(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content: all } = await readOwnContent(store, pageRequest);
  const report = await findResultsReport(store.reader, survey.id);
  const shown = all.questions.filter(({ question }) => !report.hiddenQuestions.has(question.id));
  const content = { ...all, questions: shown };
  const filter = filterOf(pageRequest, all);
  const counted = await countAnswers(store, content, filter);
  const { language, path: address, timeZone } = pageRequest;
  return renderPage(
    <PrintedReportPage
      {...{ language, path: address, timeZone, survey, filter, report }}
      now={await readTime(store.reader)}
      answers={overviewOf(talliesOf(counted)).answers}
      isPartial={counted.isPartial}
      results={await questionResults(store, content, { filter, counted, shown: textsShown })}
    />,
    { status: 200 },
  );
}
