import {
  type AnswerFilter,
  isAnsweredWithTexts,
  isWithin,
  type Question,
  searchAnswers,
  type StoredAnswer,
} from "@survey-open-platform/surveys";
import type { Store } from "../../store/store.ts";
import { beginningOf } from "./beginning-of.ts";
import type { SurveyContent } from "./survey-results.ts";
import { textsOfAnswer } from "./texts-of-answer.ts";

/** How many texts are shown of each question. */
export interface ShownTexts {
  /** The newest answers from which they are taken. */
  readonly answers: number;
  readonly texts: number;
}

const longestText = 300;

/** The newest texts of each question that is answered with a text, by its id. */
export async function newestTexts(
  store: Store,
  { surveyId, questions }: SurveyContent,
  { filter, shown }: { readonly filter: AnswerFilter; readonly shown: ShownTexts },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = questions.filter(isAnsweredWithTexts);
  if (asked.length === 0 || shown.texts === 0) return new Map();
  const { answers } = await searchAnswers(store.surveys, {
    surveyId,
    search: "",
    before: undefined,
    limit: shown.answers,
    questions,
    filter: (answer) => isWithin(filter, answer),
  });
  return new Map(asked.map(({ question }) => [question.id, newestOf(question, answers, shown.texts)]));
}

function newestOf(question: Question, answers: readonly StoredAnswer[], most: number): readonly string[] {
  const texts: string[] = [];
  for (const answer of answers) {
    if (texts.length === most) break;
    const written = textsOfAnswer(question, answer);
    if (written.length > 0) texts.push(beginningOf(written.join(" · "), longestText));
  }
  return texts;
}
