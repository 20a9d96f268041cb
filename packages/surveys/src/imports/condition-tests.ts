import { logicLimits, type Comparison, type Condition, type Subject } from "../model/logic.ts";
import type { QuestionType } from "../model/question.ts";
import { answersOf } from "../question-types/question-types.ts";

/** A question that conditions can refer to. */
export interface NamedQuestion {
  readonly id: string;
  readonly type: QuestionType;
  /** Its place among all questions. */
  readonly position: number;
  /** Ids of its options by the value that SurveyJS has for them. */
  readonly options: ReadonlyMap<string, string>;
  /** Ids of its rows, blanks or cells by their names. */
  readonly parts: ReadonlyMap<string, string>;
  /** The row or blank that is meant; undefined for the question itself. */
  readonly part?: string;
}

/** How SurveyJS compares. */
export type Operator =
  | Comparison
  | "<>"
  | "contains"
  | "notcontains"
  | "anyof"
  | "allof"
  | "noneof"
  | "notallof";

/** What an answer is compared with. */
export type Value = string | readonly string[];

const opposites: Readonly<Partial<Record<Operator, Operator>>> = {
  "<>": "=",
  notcontains: "contains",
  noneof: "anyof",
  notallof: "allof",
};

/** The comparison of an answer with a value; undefined for one that rules here cannot say. */
export function testOf(question: NamedQuestion, operator: Operator, value: Value): Condition | undefined {
  const opposite = opposites[operator];
  if (opposite !== undefined) return not(testOf(question, opposite, value));
  if (operator === "=" && value === "") return not(answered(question));
  if (takesChoices(question)) return choiceTest(question, operator, value);
  return numberTest(question, operator, value) ?? textTest(question, operator, value);
}

function not(condition: Condition | undefined): Condition | undefined {
  return condition && { kind: "not", condition };
}

/** A row of a matrix is answered when one of its columns is chosen; that a blank or a cell is filled in cannot be said. */
function answered(question: NamedQuestion): Condition | undefined {
  const { id, part, options } = question;
  if (part === undefined) return { kind: "answered", question: id };
  if (!takesChoices(question)) return undefined;
  const all = [...options.values()];
  return isLength(all) ? { kind: "choice", question: id, part, options: all } : undefined;
}

function takesChoices(question: NamedQuestion): boolean {
  const answers = answersOf(question);
  if (answers === "row_option" || answers === "row_options") return question.part !== undefined;
  return answers === "one_option" || answers === "options";
}

function takesSeveral(question: NamedQuestion): boolean {
  const answers = answersOf(question);
  return answers === "options" || answers === "row_options";
}

function choiceTest(question: NamedQuestion, operator: Operator, value: Value): Condition | undefined {
  const values = typeof value === "string" ? [value] : value;
  if (operator === "anyof") return oneOf(question, values);
  if (takesSeveral(question)) return severalTest(question, operator, value);
  if (typeof value !== "string") return undefined;
  return operator === "=" ? oneOf(question, values) : compared(question, operator, value);
}

function severalTest(question: NamedQuestion, operator: Operator, value: Value): Condition | undefined {
  if (operator === "allof" || operator === "contains") return allOf(question, [value].flat());
  return operator === "=" && typeof value !== "string" ? exactly(question, value) : undefined;
}

function oneOf({ id, part = "", options }: NamedQuestion, values: readonly string[]): Condition | undefined {
  const chosen = values.map((value) => options.get(value)).filter((option) => option !== undefined);
  if (chosen.length < values.length || !isLength(chosen)) return undefined;
  return { kind: "choice", question: id, part, options: chosen };
}

function allOf(question: NamedQuestion, values: readonly string[]): Condition | undefined {
  const conditions = values.map((value) => oneOf(question, [value])).filter((one) => one !== undefined);
  if (conditions.length < values.length || !isLength(conditions)) return undefined;
  return conditions.length === 1 ? conditions[0] : { kind: "and", conditions };
}

/** These and no others. */
function exactly(question: NamedQuestion, values: readonly string[]): Condition | undefined {
  const all = question.part === undefined ? allOf(question, values) : undefined;
  const count = { kind: "count", question: question.id, is: "=", value: new Set(values).size } as const;
  return all && { kind: "and", conditions: [all, count] };
}

/** Choices whose values are numbers are compared by naming those for which it holds. */
function compared(question: NamedQuestion, operator: Operator, value: string): Condition | undefined {
  const wanted = numberOf(value);
  const numbers = [...question.options.keys()].map((key) => [key, numberOf(key)] as const);
  if (wanted === undefined) return undefined;
  const isTrue = (number: number | undefined) => number !== undefined && compare(number, operator, wanted);
  const values = numbers.filter(([, number]) => isTrue(number)).map(([key]) => key);
  return values.length === 0 ? never(question) : oneOf(question, values);
}

function never({ id }: NamedQuestion): Condition {
  return { kind: "count", question: id, is: "<", value: 1 };
}

function compare(one: number, operator: Operator, other: number): boolean {
  if (operator === "<") return one < other;
  if (operator === "<=") return one <= other;
  return operator === ">" ? one > other : operator === ">=" && one >= other;
}

function numberTest(question: NamedQuestion, operator: Operator, value: Value): Condition | undefined {
  const number = numberOf(value);
  if (number === undefined || !isComparison(operator)) return undefined;
  if (!["star", "nps", "text", "blanks", "matrix_text"].includes(question.type)) return undefined;
  const subject = subjectOf(question);
  return subject && { kind: "number", subject, is: operator, value: number };
}

function textTest(question: NamedQuestion, operator: Operator, value: Value): Condition | undefined {
  const isText =
    typeof value === "string" && ["text", "textarea", "blanks", "matrix_text"].includes(question.type);
  if (!isText || (operator !== "=" && operator !== "contains")) return undefined;
  const subject = subjectOf(question);
  return subject && { kind: "text", subject, is: operator, value };
}

function subjectOf({ id, type, part }: NamedQuestion): Subject | undefined {
  const hasParts = type === "blanks" || type === "matrix_text";
  if (hasParts !== (part !== undefined)) return undefined;
  return { kind: "question", question: id, part: part ?? "" };
}

function numberOf(value: Value): number | undefined {
  return typeof value === "string" && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(value.trim())
    ? Number(value)
    : undefined;
}

function isComparison(operator: Operator): operator is Comparison {
  return ["=", "<", "<=", ">", ">="].includes(operator);
}

function isLength(list: readonly unknown[]): boolean {
  return list.length > 0 && list.length <= logicLimits.conditions;
}
