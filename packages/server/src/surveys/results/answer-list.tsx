import {
  firstLines,
  isWithin,
  mapInTurns,
  parseValues,
  searchAnswers,
  type StoredAnswer,
} from "@survey-open-platform/surveys";
import { idIn } from "../../pages/id-in.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { AnswerListPage, type ListedAnswer } from "./answer-list-page.tsx";
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
  const found = await searchAnswers(store.surveys, {
    surveyId: survey.id,
    search,
    before: after,
    limit: perPage,
    questions: content.questions,
    filter: isFiltered(filter) ? (answer) => isWithin(filter, answer) : undefined,
  });
  // An answer may have hundreds of kilobytes.
  const answers = await mapInTurns(found.answers, (answer) => listed(answer, content));
  const { language, path, signedIn, timeZone, context } = pageRequest;
  return renderPage(
    <AnswerListPage
      {...{ language, path, signedIn, timeZone, survey, search, after, ...filtering }}
      next={found.next}
      searched={found.searched}
      isDeleted={context.req.query("notice") === "deleted"}
      answers={answers}
    />,
    { status: 200 },
  );
}

const longestStart = 80;

/** What the list shows of an answer: the beginning of what was given. */
function listed(answer: StoredAnswer, { definitions }: SurveyContent): ListedAnswer {
  const pages = definitions.find(({ version }) => version === answer.version)?.definition.pages ?? [];
  const lines = firstLines(pages, parseValues(answer.valuesText), longestStart);
  const start = beginningOf(lines.join(" · "), longestStart);
  const { answerId, endedAt, version, respondentNickname } = answer;
  return { id: answerId, endedAt, version, respondent: respondentNickname, start };
}
