import {
  describeAnswer,
  isWithin,
  parseCustomArguments,
  parseValues,
  plainText,
  searchAnswers,
  type StoredAnswer,
} from "@survey-open-platform/surveys";
import { notFound } from "../../pages/page-error.ts";
import { DangerPage } from "../../pages/danger-page.tsx";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { withQuery } from "../../pages/with-query.ts";
import { actorOf } from "../../session/actor.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import { surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { searchText } from "../../pages/search-text.ts";
import { columnsIn } from "./answer-columns.ts";
import { listParameters } from "./answer-list-page.tsx";
import { filterOf, filterQuery, isFiltered } from "./results-filter.ts";
import { SingleAnswerPage } from "./single-answer-page.tsx";
import { readOwnContent, type SurveyContent } from "./survey-results.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";
import { deleteSurveyAnswer } from "../../store/surveys/delete-survey-answer.ts";

const path = `${surveyPath}/results/answers/:answer`;

/** The pages of a single answer. */
export function singleAnswerPages(store: Store): readonly PageRoute[] {
  const deletion = { path: `${path}/delete`, access: "user" } as const;
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showAnswer(store, pageRequest) },
    { ...deletion, method: "GET", handle: (pageRequest: UserRequest) => ask(store, pageRequest) },
    { ...deletion, method: "POST", handle: (pageRequest: UserRequest) => remove(store, pageRequest) },
  ];
}

async function showAnswer(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest);
  const answer = await answerOf(store, pageRequest, survey.id);
  const of = content.definitions.find(({ version }) => version === answer.version);
  const { language, path: address, signedIn, timeZone } = pageRequest;
  return renderPage(
    <SingleAnswerPage
      {...{ language, path: address, signedIn, timeZone, survey, answer }}
      {...await neighboursOf(store, pageRequest, content, answer)}
      filterQuery={filterQuery(filterOf(pageRequest, content))}
      listQuery={listQuery(pageRequest, content)}
      described={describeAnswer(of?.definition.pages ?? [], parseValues(answer.valuesText))}
      customArguments={parseCustomArguments(answer.argumentsText)}
    />,
    { status: 200 },
  );
}

/** What the list was asked for that the visitor comes from, as a query. */
function listQuery(pageRequest: UserRequest, content: SurveyContent): string {
  const search = searchText(pageRequest.context.req.query("q"));
  const filter = filterOf(pageRequest, content);
  const columns = columnsIn(pageRequest, content.questions);
  return new URLSearchParams(listParameters({ search, filter, columns })).toString();
}

/** The answer that a request is about. @throws `PageError` `not_found` */
async function answerOf(store: Store, pageRequest: UserRequest, surveyId: number): Promise<StoredAnswer> {
  const serial = numberInPath(pageRequest, "answer");
  const answer = await store.surveys.findAnswer({ surveyId, answer: { serial } });
  if (answer === undefined) throw notFound();
  return answer;
}

/** The answers around one in the list that the visitor comes from, with its words and its filter. */
async function neighboursOf(
  { surveys }: Store,
  pageRequest: UserRequest,
  content: SurveyContent,
  { surveyId, answerId }: StoredAnswer,
) {
  const filter = filterOf(pageRequest, content);
  const wanted = {
    surveyId,
    search: searchText(pageRequest.context.req.query("q")),
    before: answerId,
    limit: 1,
    questions: content.questions,
    filter: isFiltered(filter) ? (answer: StoredAnswer) => isWithin(filter, answer) : undefined,
  };
  const older = await searchAnswers(surveys, wanted);
  const newer = await searchAnswers(
    {
      listAnswersBefore: ({ before, limit }) =>
        surveys.listAnswers({ surveyId, lastAnswerId: before, perPage: limit }),
    },
    wanted,
  );
  return { previous: older.answers[0]?.answerId, next: newer.answers[0]?.answerId };
}

async function ask(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest, "delete");
  const { answerId } = await answerOf(store, pageRequest, survey.id);
  const { answer: words } = resultsTextsFor(pageRequest.language);
  const address = surveyAddress(survey.id, `/results/answers/${answerId}`);
  const query = listQuery(pageRequest, content);
  return renderPage(
    <DangerPage
      language={pageRequest.language}
      path={pageRequest.path}
      signedIn={pageRequest.signedIn}
      title={`${words.deleteTitle(answerId)} – ${plainText(survey.title)}`}
      heading={words.deleteTitle(answerId)}
      consequences={words.consequences}
      action={withQuery(`${address}/delete`, query)}
      submit={words.deleteSubmit}
      cancelPath={withQuery(address, query)}
    />,
    { status: 200 },
  );
}

async function remove(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const { survey, content } = await readOwnContent(store, pageRequest, "delete");
  const deletion = { surveyId: survey.id, answerId: numberInPath(pageRequest, "answer") };
  if (
    !(await store.write(deleteSurveyAnswer, deletion, {
      actor: actorOf(pageRequest),
      context: store.answerWriteContext,
    }))
  )
    throw notFound();
  const query = new URLSearchParams(`${listQuery(pageRequest, content)}&notice=deleted`).toString();
  return redirectTo(withQuery(surveyAddress(survey.id, "/results/answers"), query));
}
