import { setImmediate as otherWork } from "node:timers/promises";
import { parseCustomArguments, parseValues } from "../store/answer-draft-table.ts";
import type { StoredAnswer } from "../store/answer-table.ts";
import type { SurveyStore } from "../store/survey-store.ts";
import type { MergedQuestion } from "./merge-versions.ts";
import { givenTexts } from "./describe-answer.ts";

/** Answers that one search reads at most; the next page goes on where it ended. */
export const searchedAnswers = 20_000;

/** Answers that are read at a time: an answer may have hundreds of kilobytes. */
const batchSize = 50;

/** Characters of answers that are searched in one turn of the event loop, besides those of one answer. */
const searchedInTurn = 200_000;

/** Which answers to list. */
export interface AnswerSearch {
  readonly surveyId: number;
  /** Words of a text, an option or a name, or the number of an answer; "" for all. */
  readonly search: string;
  /** The serial that the list begins below; undefined for the newest. */
  readonly before: number | undefined;
  readonly limit: number;
  readonly questions: readonly MergedQuestion[];
  /** Which answers are looked at; undefined for all. */
  readonly filter?: ((answer: StoredAnswer) => boolean) | undefined;
  /** How many answers to read at most. Default {@link searchedAnswers}. */
  readonly most?: number;
}

/** A part of a list of answers. */
export interface FoundAnswers {
  /** The newest first. */
  readonly answers: readonly StoredAnswer[];
  /** The serial that the next part begins below; undefined at the end. */
  readonly next: number | undefined;
  readonly searched: number;
}

/** Lists answers, the newest first, that have some words anywhere. It reads as many as it must, up to a limit. */
export async function searchAnswers(
  store: Pick<SurveyStore, "listAnswersBefore">,
  {
    surveyId,
    search,
    before = Number.MAX_SAFE_INTEGER,
    limit,
    questions,
    filter,
    most = searchedAnswers,
  }: AnswerSearch,
): Promise<FoundAnswers> {
  const isFound = matcher(search, questions, filter);
  const perRead = Math.min(most, readTogether(isFound, limit));
  const answers: StoredAnswer[] = [];
  let position = before;
  let searched = 0;
  while (searched < most) {
    const batch = await store.listAnswersBefore({ surveyId, before: position, limit: perRead });
    let characters = 0;
    for (const answer of batch) {
      if (answers.length === limit) return { answers, next: position, searched };
      if (characters > searchedInTurn) {
        characters = 0;
        await otherWork();
      }
      characters += answer.valuesText.length;
      searched += 1;
      position = answer.answerId;
      if (isFound(answer)) answers.push(answer);
    }
    if (batch.length < perRead) return { answers, next: undefined, searched };
    await otherWork();
  }
  return { answers, next: position, searched };
}

/** One more than are shown, where every answer is: there is nothing to search. */
function readTogether(isFound: (answer: StoredAnswer) => boolean, limit: number): number {
  return isFound === everyAnswer ? limit + 1 : batchSize;
}

const everyAnswer = () => true;

function matcher(
  search: string,
  questions: readonly MergedQuestion[],
  filter: AnswerSearch["filter"],
): (answer: StoredAnswer) => boolean {
  if (search === "") return filter ?? everyAnswer;
  const hasWords = wordsMatcher(search, questions);
  return filter === undefined ? hasWords : (answer) => filter(answer) && hasWords(answer);
}

function wordsMatcher(
  search: string,
  questions: readonly MergedQuestion[],
): (answer: StoredAnswer) => boolean {
  const wanted = search.toLowerCase();
  const byId = new Map(questions.map(({ question }) => [question.id, question]));
  return (answer) =>
    String(answer.answerId) === search ||
    answer.hash === search ||
    textsOf(answer).some((text) => text.toLowerCase().includes(wanted));

  function textsOf(answer: StoredAnswer): readonly string[] {
    const given = Object.entries(parseValues(answer.valuesText)).flatMap(([id, value]) => {
      const question = byId.get(id);
      return question === undefined ? [] : givenTexts(question, value);
    });
    const customArguments = Object.values(parseCustomArguments(answer.argumentsText));
    return [answer.respondentNickname, answer.respondentOpenid, ...customArguments, ...given];
  }
}
