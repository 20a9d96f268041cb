import type { AnswerPage } from "../model/answer.ts";
import type { AnswerValue, AnswerValues } from "../model/answer-values.ts";
import type { SurveyPage } from "../model/question.ts";
import { wireFormOf } from "../question-fields/fields-of-type.ts";

/**
 * The stored form of an answer that is given as pages of the wire. What the survey has no question for is left out,
 * custom arguments included.
 *
 * @param pages of the version that was answered
 */
export function answerValuesOf(
  pages: readonly SurveyPage[],
  answerPages: readonly AnswerPage[],
): AnswerValues {
  const known = new Map(
    pages.flatMap(({ questions }) => questions.map((question) => [question.id, question])),
  );
  const entries: [string, AnswerValue][] = [];
  for (const answered of answerPages.flatMap(({ questions }) => questions)) {
    const question = known.get(answered.id);
    const value = question === undefined ? undefined : wireFormOf(question).read(answered);
    if (value !== undefined) entries.push([answered.id, value]);
  }
  return Object.fromEntries(entries);
}
