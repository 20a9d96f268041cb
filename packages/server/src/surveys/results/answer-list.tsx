import {
  type AnswerValues,
  describeAnswer,
  firstLines,
  isWithin,
  mapInTurns,
  parseValues,
  searchAnswers,
  type StoredAnswer,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import { idIn } from "../../pages/id-in.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { type AnswerColumns, columnsIn } from "./answer-columns.ts";
import { AnswerListPage, answerListNotices, type ListedAnswer } from "./answer-list-page.tsx";
import { beginningOf } from "./beginning-of.ts";
import { filteringOf, isFiltered } from "./results-filter.ts";
import { readOwnContent, type SurveyContent } from "./survey-results.ts";
import { searchText } from "../../pages/search-text.ts";

const perPage = 20;

/** The list of the answers to a survey. */
export function answerList(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${surveyPath}/results/answers`,
    access: "user",
    handle: (pageRequest) => showAnswers(store, pageRequest),
  };
}

async function showAnswers(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest);
  const search = searchText(pageRequest.context.req.query("q"));
  const after = idIn(pageRequest.context.req.query("after"));
  const filtering = await filteringOf(store, pageRequest, content);
  const { filter } = filtering;
  const columns = columnsIn(pageRequest, content.questions);
  const found = await searchAnswers(store.surveys, {
    surveyId: survey.id,
    search,
    before: after,
    limit: perPage,
    questions: content.questions,
    filter: isFiltered(filter) ? (answer) => isWithin(filter, answer) : undefined,
  });
  // An answer may have hundreds of kilobytes.
  const answers = await mapInTurns(found.answers, (answer) => listed(answer, content, columns));
  const { language, path, signedIn, timeZone, context } = pageRequest;
  return renderPage(
    <AnswerListPage
      {...{ language, path, signedIn, timeZone, survey, search, after, columns, ...filtering }}
      questions={content.questions}
      next={found.next}
      searched={found.searched}
      notice={answerListNotices.find((one) => one === context.req.query("notice"))}
      answers={answers}
    />,
    { status: 200, script: true, connect: true },
  );
}

const longestStart = 80;
const longestGiven = 200;

/** What the list shows of an answer: the beginning of what was given. */
function listed(
  answer: StoredAnswer,
  { definitions }: SurveyContent,
  { questions }: AnswerColumns,
): ListedAnswer {
  const pages = definitions.find(({ version }) => version === answer.version)?.definition.pages ?? [];
  const values = parseValues(answer.valuesText);
  const lines = firstLines(pages, values, longestStart);
  return {
    answer,
    start: beginningOf(lines.join(" · "), longestStart),
    given: questions.map(({ question }) => beginningOf(givenFor(question.id, pages, values), longestGiven)),
  };
}

/** What was given for one question, in the wording of the version that was answered. */
function givenFor(questionId: string, pages: readonly SurveyPage[], values: AnswerValues): string {
  const only = pages.map((page) => ({
    ...page,
    questions: page.questions.filter(({ id }) => id === questionId),
  }));
  return describeAnswer(only, values)
    .flatMap(({ lines }) => lines)
    .join(" · ");
}
