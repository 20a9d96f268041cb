import {
  inTurns,
  type InTurns,
  type MergedQuestion,
  overviewOf,
  summariseNumbers,
  summariseQuestion,
  type Summary,
  takesNumbers,
} from "@survey-open-platform/surveys";
import { renderPage } from "../../pages/render-page.ts";
import { surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { answerPeriods } from "./answer-periods.ts";
import { filterOf } from "./results-filter.ts";
import type { QuestionResult } from "./question-card.tsx";
import { newestTexts } from "./newest-texts.ts";
import { ResultsPage } from "./results-page.tsx";
import {
  countAnswers,
  type CountedAnswers,
  readOwnContent,
  talliesOf,
  type SurveyContent,
} from "./survey-results.ts";

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
  const filter = filterOf(pageRequest, content);
  const [counted, dropOff] = await Promise.all([
    countAnswers(store, content, filter),
    dropOffOf(store, content),
  ]);
  const { language, path, signedIn, timeZone } = pageRequest;
  const newest = await newestTexts(store, content, filter);
  const results = await inTurns(summarised(content.questions, counted, newest));
  return renderPage(
    <ResultsPage
      {...{ language, path, signedIn, timeZone, survey, filter, results }}
      asked={content.asked}
      isPartial={counted.isPartial}
      versions={content.definitions.map(({ version }) => version)}
      overview={overviewOf(talliesOf(counted))}
      periods={answerPeriods(counted.hours, timeZone)}
      dropOff={dropOff}
    />,
    { status: 200 },
  );
}

function* summarised(
  questions: readonly MergedQuestion[],
  counted: CountedAnswers,
  newest: ReadonlyMap<string, readonly string[]>,
): InTurns<readonly QuestionResult[]> {
  const results: QuestionResult[] = [];
  for (const [at, merged] of questions.entries()) {
    const { id } = merged.question;
    results.push({ merged, summary: summaryOf(merged, counted), newest: newest.get(id) ?? [] });
    // A ranking of two hundred options has forty thousand places.
    if (merged.question.type === "sort" || at % questionsOfTurn === 0) yield;
  }
  return results;
}

/** A question may have 8,000 parts. */
const questionsOfTurn = 10;

function summaryOf(merged: MergedQuestion, counted: CountedAnswers): Summary {
  const summary = summariseQuestion(merged, talliesOf(counted, merged.question.id));
  return takesNumbers(merged)
    ? summariseNumbers(counted.numbers.countsOf(merged.question.id), summary.answered)
    : summary;
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
