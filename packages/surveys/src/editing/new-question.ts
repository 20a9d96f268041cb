import { emptyQuestion } from "../model/empty-question.ts";
import type { IdMaker } from "../model/ids.ts";
import type { Question, QuestionType } from "../model/question.ts";

/** A question of a type without texts and parts, which its author writes. */
export function newQuestion(type: QuestionType, makeId: IdMaker): Question {
  return {
    ...emptyQuestion(makeId("question"), type),
    required: type !== "description",
    ...(type === "textarea" && { rows: "4", cols: "60" }),
    ...(isScale(type) && { starBeginNum: type === "nps" ? 0 : 1, starNum: type === "nps" ? 10 : 5 }),
    ...(type === "upload" && { file_type_limit: ["jpg", "jpeg", "png", "pdf"], file_size_limit: 5120 }),
  };
}

/** Whether a question lacks options, rows, blanks or levels that its type needs. */
export function lacksParts(question: Question): boolean {
  const { type, options, subTitles, blank_setting: blanks, levels, groups } = question;
  if (type === "blanks") return blanks.length === 0;
  if (type === "chained_selects") return levels.length === 0 || groups.length === 0;
  return (hasOptions(type) && options.length === 0) || (hasRows(type) && subTitles.length === 0);
}

/** Whether questions of a type have options; those of a matrix are its columns. */
export function hasOptions(type: QuestionType): boolean {
  return ["radio", "checkbox", "select", "sort", "matrix_radio", "matrix_checkbox"].includes(type);
}

/** Whether questions of a type have rows. */
export function hasRows(type: QuestionType): boolean {
  return ["matrix_radio", "matrix_checkbox", "matrix_star"].includes(type);
}

/** Whether questions of a type have marks. */
export function isScale(type: QuestionType): boolean {
  return ["star", "nps", "matrix_star"].includes(type);
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
