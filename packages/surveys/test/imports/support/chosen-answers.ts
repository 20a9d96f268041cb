import type { AnswerValue } from "../../../src/model/answer-values.ts";
import type { Question } from "../../../src/model/question.ts";

/** The answers to a question by the codes of its options, in their order. */
export function chosenAnswers(
  { options }: Question,
  codes: readonly string[],
): Readonly<Record<string, AnswerValue>> {
  return Object.fromEntries(codes.map((code, at) => [code, [options[at]?.id ?? ""]]));
}

/** Texts as answers. */
export function typedAnswers(...values: readonly string[]): Readonly<Record<string, AnswerValue>> {
  return Object.fromEntries(values.map((value) => [value, value]));
}
