import { emptyQuestion } from "../model/empty-question.ts";
import type { IdMaker } from "../model/ids.ts";
import type { Question, QuestionType } from "../model/question.ts";

/** Words that a new question begins with, in the language of its author. */
export interface NewQuestionTexts {
  readonly title: string;
  /** @param number from 1 */
  readonly option: (number: number) => string;
  readonly row: (number: number) => string;
  readonly blank: (number: number) => string;
  readonly level: string;
}

type Lists = Pick<Question, "options" | "subTitles" | "blank_setting" | "levels" | "groups">;

/** A question of a type with what the type needs, and nothing set beyond that. */
export function newQuestion(type: QuestionType, texts: NewQuestionTexts, makeId: IdMaker): Question {
  const id = makeId("question");
  return withNeededParts(
    {
      ...emptyQuestion(id, type),
      title: texts.title,
      required: type !== "description",
      ...(type === "textarea" && { rows: "4", cols: "60" }),
      ...(isScale(type) && { starBeginNum: type === "nps" ? 0 : 1, starNum: type === "nps" ? 10 : 5 }),
      ...(type === "upload" && { file_type_limit: ["jpg", "jpeg", "png", "pdf"], file_size_limit: 5120 }),
    },
    texts,
    makeId,
  );
}

/** Adds the options, rows, blanks or levels that the type of a question needs and that it lacks. */
export function withNeededParts(question: Question, texts: NewQuestionTexts, makeId: IdMaker): Question {
  const { type } = question;
  const lists: Partial<Lists> = {
    ...(hasOptions(type) && question.options.length === 0 && { options: newOptions(texts, makeId) }),
    ...(hasRows(type) && question.subTitles.length === 0 && { subTitles: newRows(texts, makeId) }),
    ...(type === "blanks" &&
      question.blank_setting.length === 0 && { blank_setting: newBlanks(question.id, texts, makeId) }),
    ...(type === "chained_selects" &&
      question.levels.length === 0 && {
        levels: [texts.level],
        groups: [1, 2].map((n) => ({ id: makeId("option"), text: texts.option(n), parent: "" })),
      }),
  };
  return { ...question, ...lists };
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

function newOptions(texts: NewQuestionTexts, makeId: IdMaker): Question["options"] {
  return [1, 2].map((number) => newOption(texts.option(number), makeId));
}

/** An option without settings. */
export function newOption(text: string, makeId: IdMaker): Question["options"][number] {
  return { id: makeId("option"), text, exclusive: false, noRandom: false, goto: "", display: [] };
}

function newRows(texts: NewQuestionTexts, makeId: IdMaker): Question["subTitles"] {
  return [1, 2].map((number) => ({ id: makeId("row"), text: texts.row(number) }));
}

function newBlanks(questionId: string, texts: NewQuestionTexts, makeId: IdMaker): Question["blank_setting"] {
  return [1, 2].map((number) => newBlank(texts.blank(number), questionId, makeId));
}

/** A blank of a question of type `blanks`. */
export function newBlank(
  text: string,
  questionId: string,
  makeId: IdMaker,
): Question["blank_setting"][number] {
  return { id: makeId("blank"), text, validate: "", type: "question", attach_id: questionId };
}
