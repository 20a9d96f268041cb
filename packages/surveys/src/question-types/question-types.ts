import { address } from "./address.ts";
import { blanks } from "./blanks.ts";
import { chainedSelects } from "./chained-selects.ts";
import { checkbox } from "./checkbox.ts";
import { datetime } from "./datetime.ts";
import { description } from "./description.ts";
import { matrixCheckbox } from "./matrix-checkbox.ts";
import { matrixRadio } from "./matrix-radio.ts";
import { matrixStar } from "./matrix-star.ts";
import { matrixText } from "./matrix-text.ts";
import { nps } from "./nps.ts";
import { phone } from "./phone.ts";
import { radio } from "./radio.ts";
import { select } from "./select.ts";
import { sort } from "./sort.ts";
import { star } from "./star.ts";
import { text } from "./text.ts";
import { textarea } from "./textarea.ts";
import { upload } from "./upload.ts";
import type { AnswerKind, QuestionTypeDefinition } from "./question-type.ts";

/** Every type of question by its name on the wire, in the order in which the editor offers them. */
export const questionTypeDefinitions = {
  radio,
  checkbox,
  select,
  text,
  textarea,
  star,
  nps,
  matrix_radio: matrixRadio,
  matrix_star: matrixStar,
  upload,
  description,
  sort,
  matrix_checkbox: matrixCheckbox,
  blanks,
  datetime,
  address,
  chained_selects: chainedSelects,
  phone,
  matrix_text: matrixText,
} satisfies Readonly<Record<string, QuestionTypeDefinition>>;

/** The `type` of a question. */
export type QuestionType = keyof typeof questionTypeDefinitions;

/** Every question type. The keys of the object are all there are. */
export const questionTypes = Object.keys(questionTypeDefinitions) as readonly QuestionType[];

/** What there is to know about a type. */
export function definitionOf(type: QuestionType): QuestionTypeDefinition {
  return questionTypeDefinitions[type];
}

/** Every type with its name on pages in a language. */
export function namesOfTypes(language: "zh-CN" | "en"): Readonly<Record<QuestionType, string>> {
  const names = questionTypes.map((type) => [type, definitionOf(type).names[language]]);
  return Object.fromEntries(names) as Record<QuestionType, string>; // There is one of each type.
}

/** The parts that an author has to write for a question of a type. */
export function needsOf(type: QuestionType): QuestionTypeDefinition["needs"] {
  return definitionOf(type).needs;
}

/** What answers to questions of a type are. */
export function answersOf({ type }: { readonly type: QuestionType }): AnswerKind {
  return definitionOf(type).answers;
}
