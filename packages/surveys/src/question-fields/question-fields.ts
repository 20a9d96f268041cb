import type { JSX } from "hono/jsx/jsx-runtime";
import type { AnswerValue } from "../model/answer-values.ts";
import type { Question } from "../model/question.ts";
import { typedLine, typedSigns } from "../model/typed-text.ts";
import type { AnswerProblem } from "./answer-problem.ts";
import type { QuestionTexts } from "./texts/question-texts.ts";
import type { WireForm } from "./wire-forms.ts";

/** The fields of a form that was sent; `URLSearchParams` and `FormData` without files are some. */
export interface FormFields {
  readonly getAll: (name: string) => readonly string[];
}

/** What a question looks like on a page. */
export interface QuestionProps {
  /** With its options in the order in which this respondent sees them. */
  readonly question: Question;
  /** What was given so far, right or wrong. */
  readonly value: AnswerValue | undefined;
  /** What is wrong with it. */
  readonly problem: AnswerProblem | undefined;
  readonly texts: QuestionTexts;
  /** Whether the page takes files. Default false. */
  readonly takesFiles?: boolean;
}

/** What was given in a form. */
export interface ParsedAnswer {
  /** Undefined for no answer. It is what was given, which need not be right. */
  readonly value: AnswerValue | undefined;
  /** What is wrong with the fields, where the value does not show it. */
  readonly problem?: AnswerProblem;
}

/** How a type of question is asked on a page, and what is made of what was given. Field names are ids; of rows, blanks and options behind the question's. */
export interface QuestionFields {
  readonly render: (props: QuestionProps) => JSX.Element;
  readonly parse: (fields: FormFields, question: Question) => ParsedAnswer;
  /** What is wrong with an answer. That none is given is checked for all types alike. */
  readonly validate: (question: Question, value: AnswerValue) => AnswerProblem | undefined;
  /** To and from the wire. */
  readonly wire: WireForm;
  /**
   * What is counted of an answer, beside that there is one: the id of a chosen option or entry, `row/option`, a mark,
   * `row/mark` or `option/rank`.
   */
  readonly cells: (question: Question, value: AnswerValue) => readonly string[];
}

/** The name of the field of a part of a question: a row, a blank or an option. */
export function partName(question: Pick<Question, "id">, part: string): string {
  return `${question.id}.${part}`;
}

/** The only value of a field, without the space around it. */
export function lineIn(fields: FormFields, name: string): string {
  return typedLine(fields.getAll(name)[0] ?? "");
}

/** A line that has to obey a rule: what an input method makes of digits and signs is meant as those. */
export function ruledLineIn(fields: FormFields, name: string, rule: string): string {
  const line = lineIn(fields, name);
  return rule === "" ? line : typedSigns(line);
}
