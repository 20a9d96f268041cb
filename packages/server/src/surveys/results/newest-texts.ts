import {
  isWithin,
  parseValues,
  type Question,
  searchAnswers,
  type StoredAnswer,
  summariseQuestion,
  writtenTexts,
} from "@survey-open-platform/surveys";
import type { Store } from "../../store/store.ts";
import { beginningOf } from "./beginning-of.ts";
import type { ResultsFilter } from "./results-filter.ts";
import type { SurveyContent } from "./survey-results.ts";

/** The newest answers from which texts are shown. */
const answersRead = 20;
const textsShown = 5;
const longestText = 300;

/** The newest texts of each question that is answered with a text, by its id; a page of their own has them all. */
export async function newestTexts(
  store: Store,
  { surveyId, questions }: SurveyContent,
  filter: ResultsFilter,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = questions.filter((merged) => summariseQuestion(merged, new Map()).kind === "texts");
  if (asked.length === 0) return new Map();
  const { answers } = await searchAnswers(store.surveys, {
    surveyId,
    search: "",
    before: undefined,
    limit: answersRead,
    questions,
    filter: (answer) => isWithin(filter, answer),
  });
  return new Map(asked.map(({ question }) => [question.id, textsOf(question, answers)]));
}

function textsOf(question: Question, answers: readonly StoredAnswer[]): readonly string[] {
  const texts: string[] = [];
  for (const { valuesText } of answers) {
    if (texts.length === textsShown) break;
    const values = parseValues(valuesText);
    const value = Object.hasOwn(values, question.id) ? values[question.id] : undefined;
    const written = value === undefined ? [] : writtenTexts(question, value);
    if (written.length > 0) texts.push(beginningOf(written.join(" · "), longestText));
  }
  return texts;
}
