import type { JSX } from "hono/jsx/jsx-runtime";
import type { AnswerValue } from "../model/answer-values.ts";
import { matrixCells } from "../model/matrix-cells.ts";
import type { Question } from "../model/question.ts";
import type { FieldKind } from "../question-types/question-type.ts";
import { answersOf, definitionOf } from "../question-types/question-types.ts";
import type { AnswerProblem } from "./answer-problem.ts";
import { blanks } from "./blanks.tsx";
import { chainedSelects } from "./chained-selects.tsx";
import { checkbox } from "./checkbox.tsx";
import { datetime } from "./datetime.tsx";
import { description } from "./description.tsx";
import { matrixCheckbox, matrixRadio, matrixStar } from "./matrix.tsx";
import { matrixText } from "./matrix-text.tsx";
import {
  type FormFields,
  type ParsedAnswer,
  partName,
  type QuestionProps,
  type QuestionFields,
} from "./question-fields.ts";
import { radio } from "./radio.tsx";
import { star } from "./scale.tsx";
import { select } from "./select.tsx";
import { sort } from "./sort.tsx";
import { checkCharacters } from "./text-rules.ts";
import { address, phone, text, textarea } from "./text-types.tsx";
import { upload } from "./upload.tsx";
import type { WireForm } from "./wire-forms.ts";

const fieldsOfKind: Readonly<Record<FieldKind, QuestionFields>> = {
  radio,
  checkbox,
  select,
  text,
  textarea,
  star,
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
};

/** A question with its controls, its hints and what is wrong with what was given. */
export function renderQuestion(props: QuestionProps): JSX.Element {
  return fieldsOf(props.question).render(props);
}

/** What was given for a question in a form that was sent. */
export function parseAnswer(fields: FormFields, question: Question): ParsedAnswer {
  const parsed = fieldsOf(question).parse(fields, question);
  if (parsed.problem !== undefined || !isRepeated(fields, question)) return parsed;
  return { ...parsed, problem: { code: "not_an_answer" } };
}

/** Whether a field that a page has once was sent more often: which one is meant, no one knows. */
function isRepeated(fields: FormFields, question: Question): boolean {
  const { id, options, subTitles, blank_setting: parted } = question;
  const answers = answersOf(question);
  const parts = [
    ...(answers === "ranking" ? options : []),
    ...(answers === "row_marks" ? subTitles : []),
    ...(answers === "row_texts" ? matrixCells(question) : []),
    ...parted,
  ];
  const names = [...parts.map((part) => part.id), ...(answers === "moment" ? ["date", "time"] : [])];
  return [
    ...(answers === "text" || answers === "mark" ? [id] : []),
    ...names.map((part) => partName(question, part)),
  ].some((name) => fields.getAll(name).length > 1);
}

/** What is wrong with an answer to a question that is shown, or with there being none. */
export function checkAnswer(question: Question, value: AnswerValue | undefined): AnswerProblem | undefined {
  if (value !== undefined) return fieldsOf(question).validate(question, value) ?? checkCharacters(value);
  return question.required && answersOf(question) !== "none" ? { code: "required" } : undefined;
}

/** How answers to a question look on the wire. */
export function wireFormOf(question: Question): WireForm {
  return fieldsOf(question).wire;
}

/** What the tallies count of an answer to a question, beside that there is one. */
export function cellsOfAnswer(question: Question, value: AnswerValue): readonly string[] {
  return fieldsOf(question).cells(question, value);
}

function fieldsOf({ type }: Question): QuestionFields {
  return fieldsOfKind[definitionOf(type).fields];
}
