import {
  isWithin,
  mapInTurns,
  type MergedQuestion,
  scanAnswers,
  searchAnswers,
  type StoredAnswer,
  WordCounter,
  type WordCount,
} from "@survey-open-platform/surveys";
import { idIn } from "../../pages/id-in.ts";
import { notFound } from "../../pages/page-error.ts";
import { renderPage } from "../../pages/render-page.ts";
import { searchText } from "../../pages/search-text.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import { type ListedTexts, QuestionTextsPage } from "./question-texts-page.tsx";
import { filteringOf, type ResultsFilter } from "./results-filter.ts";
import { readOwnContent, type SurveyContent } from "./survey-results.ts";
import { textsOfAnswer } from "./texts-of-answer.ts";

const perPage = 20;
/** The newest answers whose words are counted. */
const answersWithWords = 5000;
const wordsShown = 30;

/** The texts that were given to one question, with a search, and their most frequent words. */
export function questionTexts(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${surveyPath}/results/texts/:question`,
    access: "user",
    handle: (pageRequest) => showTexts(store, pageRequest),
  };
}

async function showTexts(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest);
  const { language, path, signedIn, timeZone, context } = pageRequest;
  const merged = content.questions.find(({ question }) => question.id === context.req.param("question"));
  if (merged === undefined) throw notFound();
  const search = searchText(context.req.query("q"));
  const after = idIn(context.req.query("after"));
  const filtering = await filteringOf(store, pageRequest, content);
  const { filter } = filtering;
  const list = { merged, filter, search, before: after, limit: perPage };
  const [found, words] = await Promise.all([
    findTexts(store, content, list),
    countWords(store, content, { merged, filter }),
  ]);
  return renderPage(
    <QuestionTextsPage
      {...{
        language,
        path,
        signedIn,
        timeZone,
        survey,
        merged,
        search,
        after,
        ...filtering,
        ...found,
        ...words,
      }}
    />,
    { status: 200, script: true, connect: true },
  );
}

/** Which texts to list. */
export interface TextsRequest {
  readonly merged: MergedQuestion;
  readonly filter: ResultsFilter;
  /** Words that a text has to have; "" for all. */
  readonly search: string;
  readonly before: number | undefined;
  readonly limit: number;
}

/** Lists the texts of a question, the newest first. */
export async function findTexts(
  store: Store,
  { surveyId, questions }: SurveyContent,
  { merged, filter, search, before, limit }: TextsRequest,
): Promise<{ readonly listed: readonly ListedTexts[]; readonly next: number | undefined }> {
  const wanted = search.toLowerCase();
  const hasText = (answer: StoredAnswer) =>
    isWithin(filter, answer) &&
    textsOfAnswer(merged.question, answer).some((text) => text.toLowerCase().includes(wanted));
  const found = await searchAnswers(store.surveys, {
    surveyId,
    search: "",
    before,
    limit,
    questions,
    filter: hasText,
  });
  const listed = await mapInTurns(found.answers, (answer) => ({
    answerId: answer.answerId,
    endedAt: answer.endedAt,
    texts: textsOfAnswer(merged.question, answer),
  }));
  return { listed, next: found.next };
}

async function countWords(
  store: Store,
  { surveyId, definitions }: SurveyContent,
  { merged, filter }: Pick<TextsRequest, "merged" | "filter">,
): Promise<{ readonly words: readonly WordCount[]; readonly wordAnswers: number }> {
  const counter = new WordCounter();
  const scan = { surveyId, definitions, filter, most: answersWithWords };
  await scanAnswers(store.surveys, scan, (_, answer) => counter.add(textsOfAnswer(merged.question, answer)));
  return { words: counter.most(wordsShown), wordAnswers: counter.answers };
}
