import { parseValues, type Question, type StoredAnswer, writtenTexts } from "@survey-open-platform/surveys";

/** What was written for a question in an answer; empty when nothing was. */
export function textsOfAnswer(
  question: Question,
  { valuesText }: Pick<StoredAnswer, "valuesText">,
): readonly string[] {
  const values = parseValues(valuesText);
  const value = Object.hasOwn(values, question.id) ? values[question.id] : undefined;
  return value === undefined ? [] : writtenTexts(question, value);
}
