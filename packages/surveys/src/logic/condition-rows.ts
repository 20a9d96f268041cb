import { logicLimits, type Comparison, type Condition, type Subject, type Test } from "../model/logic.ts";
import type { Question } from "../model/question.ts";
import { definitionOf, needsOf } from "../question-types/question-types.ts";

/** How a row compares: an option, a number, a text, how many were chosen, or whether there is an answer. */
export const rowComparisons = [
  "is",
  "is_not",
  "text_is",
  "text_is_not",
  "contains",
  "contains_not",
  "number_is",
  "number_is_not",
  "at_least",
  "at_most",
  "more",
  "less",
  "count_is",
  "count_at_least",
  "count_at_most",
  "answered",
  "not_answered",
] as const;

/** One of {@link rowComparisons}. */
export type RowComparison = (typeof rowComparisons)[number];

/** A condition as an author fills it in. */
export interface ConditionRow {
  /** The id of a question, `question/part` for a row, blank or cell of one, or `arg:name` for a custom argument. */
  readonly subject: string;
  readonly comparison: RowComparison;
  /** The id of an option, a number, or a text; "" where the comparison needs none. */
  readonly value: string;
}

/** Rows of which all have to be true, or any. */
export interface ConditionGroup {
  readonly join: "all" | "any";
  readonly rows: readonly ConditionRow[];
}

/** A condition as rows, and groups of rows one level deep. */
export interface ConditionRows {
  readonly join: "all" | "any";
  readonly entries: readonly (ConditionRow | ConditionGroup)[];
}

/**
 * A condition as rows.
 *
 * @returns undefined when rows cannot show it, as it is deeper
 * @example
 * rowsOf({ kind: "answered", question: "q-1" }); // { join: "all", entries: [{ subject: "q-1", comparison: "answered", value: "" }] }
 */
export function rowsOf(condition: Condition): ConditionRows | undefined {
  const rows = "conditions" in condition ? rowsOfAll(condition) : rowsOfOne(entryOf(condition));
  return rows !== undefined && conditionOf(rows) !== undefined ? rows : undefined;
}

function rowsOfAll({
  kind,
  conditions,
}: Extract<Condition, { kind: "and" | "or" }>): ConditionRows | undefined {
  const entries = conditions.map(entryOf).filter((entry) => entry !== undefined);
  return entries.length === conditions.length ? { join: joinOf(kind), entries } : undefined;
}

function rowsOfOne(entry: ConditionRow | ConditionGroup | undefined): ConditionRows | undefined {
  if (entry === undefined) return undefined;
  return "rows" in entry ? { join: entry.join, entries: entry.rows } : { join: "all", entries: [entry] };
}

/**
 * The condition that rows say; the opposite of {@link rowsOf}.
 *
 * @returns undefined when a row is not filled in, or when there are none
 */
export function conditionOf({ join, entries }: ConditionRows): Condition | undefined {
  return joined(
    join,
    entries.map((entry) => ("rows" in entry ? joined(entry.join, entry.rows.map(testOf)) : testOf(entry))),
  );
}

/**
 * How a question, or a row or blank of one, may be compared, with the usual ones first; none for a question that is not there.
 *
 * @param part id of the row or blank; "" for the question itself
 */
export function comparisonsOf(question: Question | undefined, part: string): readonly RowComparison[] {
  if (question === undefined) return [];
  const { tests } = definitionOf(question.type);
  const asked = tests.filter((kind) => isAskedHere(question, kind, part));
  const offered = new Set(asked.flatMap((kind) => comparisonsOfTest[kind]));
  return rowComparisons.filter((comparison) => offered.has(comparison));
}

/** A table is asked row by row, and a text of a choice is that of a blank. */
function isAskedHere({ type }: Question, kind: Test["kind"], part: string): boolean {
  const { rows, blanks, options } = needsOf(type);
  if (kind === "count" || kind === "answered") return part === "";
  const isOfPart = Boolean(rows ?? blanks) || (kind !== "choice" && options === "fillable");
  return isOfPart === (part !== "");
}

const comparisonsOfTest: Readonly<Record<Test["kind"], readonly RowComparison[]>> = {
  choice: ["is", "is_not"],
  text: ["text_is", "text_is_not", "contains", "contains_not"],
  number: ["number_is", "number_is_not", "at_least", "at_most", "more", "less"],
  count: ["count_at_least", "count_at_most", "count_is"],
  answered: ["answered", "not_answered"],
};

/** How a custom argument may be compared. */
export const textComparisons = comparisonsOfTest.text;

function joinOf(kind: "and" | "or"): "all" | "any" {
  return kind === "and" ? "all" : "any";
}

function joined(join: "all" | "any", conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const [first] = conditions;
  const known = conditions.filter((condition) => condition !== undefined);
  if (first === undefined || known.length < conditions.length) return undefined;
  if (conditions.length === 1) return first;
  return { kind: join === "all" ? "and" : "or", conditions: known };
}

function entryOf(condition: Condition): ConditionRow | ConditionGroup | undefined {
  if (condition.kind === "not") return oppositeOf(condition.condition);
  if (!("conditions" in condition)) return testEntry(condition);
  const rows = condition.conditions.map(entryOf);
  const isFlat = rows.every((row): row is ConditionRow => row !== undefined && !("rows" in row));
  return isFlat ? { join: joinOf(condition.kind), rows } : undefined;
}

const opposites: Readonly<Partial<Record<RowComparison, RowComparison>>> = {
  is: "is_not",
  number_is: "number_is_not",
  text_is: "text_is_not",
  contains: "contains_not",
  answered: "not_answered",
};

/** `not (Q1 in (A1, A2))` is that it is neither. */
function oppositeOf(condition: Condition): ConditionRow | ConditionGroup | undefined {
  if (condition.kind === "not" || "conditions" in condition) return undefined;
  const entry = testEntry(condition);
  const rows = ("rows" in entry ? entry.rows : [entry]).map((row) => {
    const comparison = opposites[row.comparison];
    return comparison && { ...row, comparison };
  });
  const [first] = rows;
  const known = rows.filter((row) => row !== undefined);
  if (first === undefined || known.length < rows.length) return undefined;
  return rows.length === 1 ? first : { join: "all", rows: known };
}

function testEntry(test: Test): ConditionRow | ConditionGroup {
  switch (test.kind) {
    case "choice": {
      const subject = subjectOf(test.question, test.part);
      const rows = test.options.map((value) => ({ subject, comparison: "is" as const, value }));
      const [first] = rows;
      return rows.length === 1 && first !== undefined ? first : { join: "any", rows };
    }
    case "number":
      return { subject: nameOf(test.subject), comparison: numberNames[test.is], value: String(test.value) };
    case "text":
      return {
        subject: nameOf(test.subject),
        comparison: test.is === "=" ? "text_is" : "contains",
        value: test.value,
      };
    case "count":
      return countEntry(test);
    default:
      return { subject: test.question, comparison: "answered", value: "" };
  }
}

const numberNames: Readonly<Record<Comparison, RowComparison>> = {
  "=": "number_is",
  ">=": "at_least",
  "<=": "at_most",
  ">": "more",
  "<": "less",
};

/** More than two is at least three. */
function countEntry({ question: subject, is, value }: Extract<Test, { kind: "count" }>): ConditionRow {
  if (is === "=") return { subject, comparison: "count_is", value: String(value) };
  if (is === ">" || is === ">=")
    return { subject, comparison: "count_at_least", value: String(is === ">" ? value + 1 : value) };
  return { subject, comparison: "count_at_most", value: String(is === "<" ? value - 1 : value) };
}

function subjectOf(question: string, part: string): string {
  return part === "" ? question : `${question}/${part}`;
}

function nameOf(subject: Subject): string {
  return subject.kind === "argument" ? `arg:${subject.name}` : subjectOf(subject.question, subject.part);
}

/** The question and the part of a subject; the name of a custom argument. */
export function readSubject(name: string): Subject {
  if (name.startsWith("arg:")) return { kind: "argument", name: name.slice(4) };
  const [question = "", ...parts] = name.split("/");
  const part = parts.join("/");
  return { kind: "question", question, part };
}

type MakeTest = (subject: Subject, value: string) => Condition | undefined;

const makers: Readonly<Record<RowComparison, MakeTest>> = {
  is: choice,
  is_not: negated(choice),
  number_is: number("="),
  number_is_not: negated(number("=")),
  at_least: number(">="),
  at_most: number("<="),
  more: number(">"),
  less: number("<"),
  text_is: text("="),
  text_is_not: negated(text("=")),
  contains: text("contains"),
  contains_not: negated(text("contains")),
  count_is: count("="),
  count_at_least: count(">="),
  count_at_most: count("<="),
  answered,
  not_answered: negated(answered),
};

function testOf({ subject, comparison, value }: ConditionRow): Condition | undefined {
  return makers[comparison](readSubject(subject), value.trim());
}

function negated(make: MakeTest): MakeTest {
  return (subject, value) => {
    const condition = make(subject, value);
    return condition && { kind: "not", condition };
  };
}

function choice(subject: Subject, value: string): Condition | undefined {
  if (subject.kind === "argument" || subject.question === "" || value === "") return undefined;
  return { kind: "choice", question: subject.question, part: subject.part, options: [value] };
}

function number(is: Comparison): MakeTest {
  return (subject, value) => {
    const isNumber = /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value);
    return isNumber ? { kind: "number", subject, is, value: Number(value) } : undefined;
  };
}

function text(is: "=" | "contains"): MakeTest {
  return (subject, value) =>
    value === "" || value.length > logicLimits.text || /[\r\n]/.test(value)
      ? undefined
      : { kind: "text", subject, is, value };
}

function count(is: Comparison): MakeTest {
  return (subject, value) =>
    subject.kind === "question" && /^\d{1,6}$/.test(value)
      ? { kind: "count", question: subject.question, is, value: Number(value) }
      : undefined;
}

function answered(subject: Subject): Condition | undefined {
  return subject.kind === "question" ? { kind: "answered", question: subject.question } : undefined;
}
