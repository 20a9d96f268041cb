import { runSteps } from "@survey-open-platform/database";
import { countWaitingAnswers, findSurveyProgress, overviewOf } from "@survey-open-platform/surveys";
import { TurboStream } from "../../pages/components/turbo-stream.tsx";
import { nothingNew, renderPage, renderStreams } from "../../pages/render-page.ts";
import { surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { takesStreams } from "../workspace/in-place.ts";
import { answerPeriods } from "./answer-periods.ts";
import { filteringOf } from "./results-filter.ts";
import { questionResults } from "./question-results.ts";
import { LiveResults, ResultsPage } from "./results-page.tsx";
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
  const waiting = await waitingOf(store, survey.id);
  // Read before the answers are: what comes while they are counted is news to the next request.
  const marker = await markerOf(store, survey.id, waiting);
  const isInPlace = takesStreams(pageRequest);
  if (isInPlace && pageRequest.context.req.query("since") === marker) return nothingNew();
  const props = { survey, waiting, marker, ...(await resultsOf(store, pageRequest, content)) };
  if (!isInPlace) return renderPage(<ResultsPage {...props} />, { status: 200, inPlace: true, frame: false });
  return renderStreams(
    <TurboStream action="replace" target="live-results" morph>
      <LiveResults {...props} />
    </TurboStream>,
  );
}

/** Changes with each answer that is sent, shown, changed or deleted. */
async function markerOf(store: Store, surveyId: number, waiting: number | undefined): Promise<string> {
  const { serial, change } = await runSteps(store.reader, findSurveyProgress(surveyId));
  return [serial, change, waiting ?? 0].join(".");
}

async function resultsOf(store: Store, pageRequest: UserRequest, content: SurveyContent) {
  const filtering = await filteringOf(store, pageRequest, content);
  const { filter } = filtering;
  const [counted, dropOff] = await Promise.all([
    countAnswers(store, content, filter),
    dropOffOf(store, content),
  ]);
  const { language, path, signedIn, timeZone } = pageRequest;
  return {
    language,
    path,
    signedIn,
    timeZone,
    dropOff,
    ...filtering,
    results: await questionResults(store, content, { filter, counted, shown: textsShown }),
    isPartial: counted.isPartial,
    overview: overviewOf(talliesOf(counted)),
    periods: answerPeriods(counted.hours, timeZone),
  };
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
