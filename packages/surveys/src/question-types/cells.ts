import { type AnswerValue, blanksIn, listAt, textAt } from "../model/answer-values.ts";
import type { Question } from "../model/question.ts";
import { answeredCell } from "./summary.ts";

/** The blanks of chosen options that were filled. */
export function filledBlankIds(value: AnswerValue): readonly string[] {
  return Object.keys(blanksIn(value));
}

/** `row/option` of each option chosen in a row, and `row/*` of each answered row. */
export function choiceRowCells({ subTitles }: Question, value: AnswerValue): readonly string[] {
  return subTitles.flatMap(({ id }) => {
    const chosen = listAt(value, id);
    return chosen.length === 0 ? [] : [answeredCell, ...chosen].map((cell) => `${id}/${cell}`);
  });
}

/** `row/mark` of each row, and `row/*`. */
export function markRowCells({ subTitles }: Question, value: AnswerValue): readonly string[] {
  return subTitles.flatMap(({ id }) => {
    const mark = textAt(value, id);
    return mark === "" ? [] : [answeredCell, mark].map((cell) => `${id}/${cell}`);
  });
}
