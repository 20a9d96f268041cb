import { countWaitingAnswers, overviewOf } from "@survey-open-platform/surveys";
import { renderPage } from "../../pages/render-page.ts";
import { surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { answerPeriods } from "./answer-periods.ts";
import { filteringOf } from "./results-filter.ts";
import { questionResults } from "./question-results.ts";
import { ResultsPage } from "./results-page.tsx";
import { countAnswers, readOwnContent, talliesOf, type SurveyContent } from "./survey-results.ts";

/** A page of its own has all of them. */
const textsShown = { answers: 20, texts: 5 };

/** The page with the results of a survey. */
export function resultsPage(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${surveyPath}/results`,
    access: "user",
    handle: (pageRequest) => showResults(store, pageRequest),
  };
}

async function showResults(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest);
  const filtering = await filteringOf(store, pageRequest, content);
  const { filter } = filtering;
  const [counted, dropOff] = await Promise.all([
    countAnswers(store, content, filter),
    dropOffOf(store, content),
  ]);
  const { language, path, signedIn, timeZone } = pageRequest;
  const results = await questionResults(store, content, { filter, counted, shown: textsShown });
  const waiting = await waitingOf(store, survey.id);
  return renderPage(
    <ResultsPage
      {...{ language, path, signedIn, timeZone, survey, results, ...filtering }}
      isPartial={counted.isPartial}
      waiting={waiting}
      overview={overviewOf(talliesOf(counted))}
      periods={answerPeriods(counted.hours, timeZone)}
      dropOff={dropOff}
    />,
    { status: 200 },
  );
}

/** How many answers of an anonymous survey are not shown yet; undefined for other surveys. */
async function waitingOf(store: Store, surveyId: number): Promise<number | undefined> {
  const settings = await store.surveys.findSettings(surveyId);
  return settings?.isAnonymous === true ? countWaitingAnswers(store.reader, surveyId) : undefined;
}

/** Half-filled forms by the page of the newest version that was open last. */
async function dropOffOf(store: Store, { surveyId, definitions }: SurveyContent): Promise<readonly number[]> {
  const byPage = await store.surveys.countProgressByPage(surveyId);
  const pages = definitions.at(-1)?.definition.pages ?? [];
  // Where questions are shown one at a time, each counts for its page.
  return pages.map(({ id, questions }) =>
    [id, ...questions.map((question) => question.id)].reduce((sum, one) => sum + (byPage.get(one) ?? 0), 0),
  );
}
