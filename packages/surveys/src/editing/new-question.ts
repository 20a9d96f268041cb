import { emptyQuestion } from "../model/empty-question.ts";
import type { IdMaker } from "../model/ids.ts";
import type { Question } from "../model/question.ts";
import { answersOf, definitionOf, type QuestionType } from "../question-types/question-types.ts";

/** A question of a type without texts and parts, which its author writes. */
export function newQuestion(type: QuestionType, makeId: IdMaker): Question {
  return {
    ...emptyQuestion(makeId("question"), type),
    required: answersOf({ type }) !== "none",
    ...definitionOf(type).begins,
  };
}

/** An option without settings. */
export function newOption(text: string, makeId: IdMaker): Question["options"][number] {
  return { id: makeId("option"), text, exclusive: false, noRandom: false, goto: "", display: [] };
}

/** A blank of a question of type `blanks`. */
export function newBlank(
  text: string,
  questionId: string,
  makeId: IdMaker,
): Question["blank_setting"][number] {
  return { id: makeId("blank"), text, validate: "", type: "question", attach_id: questionId };
}
