import { blanksIn, listAt, listIn, textAt, textIn, type AnswerValue } from "../model/answer-values.ts";
import type { Comparison, Condition, Subject, Test, TextTest } from "../model/logic.ts";

/** What conditions are about. */
export interface ConditionContext {
  /** The answer to a question; undefined when there is none yet, or when the question is not shown. */
  readonly valueOf: (questionId: string) => AnswerValue | undefined;
  readonly customArguments: Readonly<Record<string, string>>;
}

/** Whether a condition is true. */
export function testCondition(condition: Condition, context: ConditionContext): boolean {
  switch (condition.kind) {
    case "and":
      return condition.conditions.every((inner) => testCondition(inner, context));
    case "or":
      return condition.conditions.some((inner) => testCondition(inner, context));
    case "not":
      return !testCondition(condition.condition, context);
    default:
      return isTrue(condition, context);
  }
}

function isTrue(test: Test, context: ConditionContext): boolean {
  switch (test.kind) {
    case "choice": {
      const value = context.valueOf(test.question);
      const parts = test.rows ?? [test.part];
      return value !== undefined && parts.some((part) => hasChosen(choicesIn(value, part), test.options));
    }
    case "number": {
      const number = numberIn(textOf(test.subject, context));
      return number !== undefined && comparisons[test.is](number, test.value);
    }
    case "count": {
      const count = countIn(context.valueOf(test.question));
      return count > 0 && comparisons[test.is](count, test.value);
    }
    case "answered":
      return countIn(context.valueOf(test.question)) > 0;
    default:
      return compareTexts(textOf(test.subject, context), test);
  }
}

function hasChosen(chosen: readonly string[], options: readonly string[]): boolean {
  return chosen.length > 0 && options.some((option) => chosen.includes(option));
}

function textOf(subject: Subject, { valueOf, customArguments }: ConditionContext): string {
  if (subject.kind === "question") return textOfPart(valueOf(subject.question), subject.part);
  // A name such as `constructor` is none of the object's own.
  return Object.hasOwn(customArguments, subject.name) ? (customArguments[subject.name] ?? "") : "";
}

/** The number that a text is; undefined when it is none. */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : undefined;
}

const comparisons: Readonly<Record<Comparison, (one: number, other: number) => boolean>> = {
  "=": (one, other) => one === other,
  "<": (one, other) => one < other,
  "<=": (one, other) => one <= other,
  ">": (one, other) => one > other,
  ">=": (one, other) => one >= other,
};

function compareTexts(text: string, { is, value }: TextTest): boolean {
  const [given, wanted] = [plainGiven(text), plain(value)];
  return is === "=" ? given === wanted : given.includes(wanted);
}

let lastGiven = { text: "", plain: "" };

/** Many tests are about one answer, which may be much longer than what it is compared with. */
function plainGiven(text: string): string {
  if (text !== lastGiven.text) lastGiven = { text, plain: plain(text) };
  return lastGiven.plain;
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}

/** The options chosen in a question (`part` is ""), or in a row of a matrix. */
function choicesIn(value: AnswerValue | undefined, part: string): readonly string[] {
  if (value === undefined) return [];
  return part === "" ? listIn(value) : listAt(value, part);
}

/** The text of a question (`part` is ""), or of a row or blank of it; "" when there is none. */
function textOfPart(value: AnswerValue | undefined, part: string): string {
  if (value === undefined) return "";
  return part === "" ? textIn(value) : textAt(blanksIn(value), part) || textAt(value, part);
}

/** How many options were chosen, rows answered, blanks filled or files uploaded; 1 for another answer. */
function countIn(value: AnswerValue | undefined): number {
  if (value === undefined) return 0;
  if (typeof value === "string") return value.trim() === "" ? 0 : 1;
  const list = listIn(value);
  // A value with options and blanks counts its options.
  if (list.length > 0 || "options" in value) return list.length;
  return Object.keys(value).filter((id) => textAt(value, id) !== "" || listAt(value, id).length > 0).length;
}
