import type { AnswerValue } from "../model/answer-values.ts";
import { linkedPaths } from "../model/linked-entries.ts";
import type { CountTest, NumberTest, Test, TextTest } from "../model/logic.ts";
import { matrixCells } from "../model/matrix-cells.ts";
import type { Question } from "../model/question.ts";
import type { AnswerKind } from "../question-types/question-type.ts";
import { answersOf } from "../question-types/question-types.ts";

/** A test, and whether it has to be true or false. */
export interface Literal {
  readonly test: Test;
  readonly isTrue: boolean;
}

/** No answer, or one of each kind that tests can tell apart. */
export type PossibleValues = readonly (AnswerValue | undefined)[];

/** Options that tests name, of which every set is tried. */
const namedOptionsMaximum = 10;
/** Values that are tried for one question. */
const valuesMaximum = 1000;

/**
 * Answers to a question, of which one makes the tests come out as wanted if any answer does.
 *
 * @returns undefined where that would be too many, or where it is not known
 */
export function possibleValues(
  question: Question | undefined,
  literals: readonly Literal[],
): PossibleValues | undefined {
  return question === undefined ? [undefined] : byKind[answersOf(question)](question, literals);
}

type ValuesOf = (question: Question, literals: readonly Literal[]) => PossibleValues | undefined;

const choice: ValuesOf = ({ options }, literals) =>
  hasTextOfPart(literals) ? undefined : [undefined, ...options.map(({ id }) => [id])];
const choices: ValuesOf = (question, literals) =>
  hasTextOfPart(literals) ? undefined : optionSets(question, literals);
const mark: ValuesOf = (question) => [undefined, ...marks(question)];
const text: ValuesOf = (_, literals) => textValues(literals);
const parts: ValuesOf = (question, literals) => valuesOfParts(question, literals);

const byKind: Readonly<Record<AnswerKind, ValuesOf>> = {
  none: () => [undefined],
  one_option: choice,
  options: choices,
  ranking: choices,
  path: ({ groups }) =>
    groups.length > valuesMaximum
      ? undefined
      : [undefined, ...linkedPaths(groups).map((path) => path.map(({ id }) => id))],
  mark,
  files: (_, literals) => fileLists(literals),
  text,
  moment: text,
  blanks: parts,
  row_option: parts,
  row_options: parts,
  row_marks: parts,
  row_texts: parts,
};

/** A blank inside an option: its text depends on what is chosen. */
function hasTextOfPart(literals: readonly Literal[]): boolean {
  return literals.some(({ test }) => "subject" in test && test.subject.kind === "question");
}

function marks({ starBeginNum, starNum }: Question): readonly string[] {
  return Array.from({ length: starNum - starBeginNum + 1 }, (_, at) => String(starBeginNum + at));
}

/** Every set of the options that are named, each with any number of others. */
function optionSets(
  question: Question,
  literals: readonly Literal[],
): readonly (readonly string[] | undefined)[] | undefined {
  const named = new Set(literals.flatMap(({ test }) => (test.kind === "choice" ? test.options : [])));
  const mentioned = question.options.filter(({ id }) => named.has(id));
  if (mentioned.length > namedOptionsMaximum) return undefined;
  const others = question.options.filter(({ id, exclusive }) => !named.has(id) && !exclusive);
  const alone = question.options.filter(({ exclusive }) => exclusive).map(({ id }) => [id]);
  if (2 ** mentioned.length * (others.length + 1) > valuesMaximum) return undefined;
  const sets = subsets(mentioned.filter(({ exclusive }) => !exclusive)).flatMap((chosen) =>
    [...others, undefined].map((_, count) => [...chosen, ...others.slice(0, count)].map(({ id }) => id)),
  );
  const isAllowed = ({ length }: readonly string[]) =>
    length > 0 &&
    (answersOf(question) === "ranking" || question.maxlength === 0 || length <= question.maxlength);
  return [undefined, ...alone, ...sets.filter(isAllowed)];
}

function subsets<Entry>(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const [first, ...others] = entries;
  if (first === undefined) return [[]];
  return subsets(others).flatMap((rest) => [rest, [first, ...rest]]);
}

function fileLists(literals: readonly Literal[]): PossibleValues {
  const most = Math.max(1, ...literals.map(({ test }) => (test.kind === "count" ? test.value + 1 : 1)));
  const counts = Array.from({ length: Math.min(most, 100) }, (_, at) => at + 1);
  return [undefined, ...counts.map((count) => Array.from({ length: count }, () => "file"))];
}

/** A text that no rule names. */
const otherText = "\u0001";

/** A number or text for each outcome of the tests; undefined where a text is tested as both. */
function textValues(literals: readonly Literal[]): readonly (string | undefined)[] | undefined {
  const tests = literals.map(({ test }) => test);
  const numbers = tests.filter((test) => test.kind === "number");
  const texts = literals.filter(
    (literal): literal is Literal & { readonly test: TextTest } => literal.test.kind === "text",
  );
  if (numbers.length > 0 && texts.length > 0) return undefined;
  const contained = texts.filter(({ test, isTrue }) => isTrue && test.is === "contains");
  return [
    undefined,
    otherText,
    ...numbersAround(numbers).map(String),
    ...texts.map(({ test }) => test.value),
    contained.map(({ test }) => test.value).join(otherText),
    [...contained.map(({ test }) => test.value), ""].join(otherText),
  ];
}

/** Each number that is compared with, and one between it and its neighbours. */
function numbersAround(tests: readonly (NumberTest | CountTest)[]): readonly number[] {
  const sorted = [...new Set(tests.map(({ value }) => value))].toSorted((one, other) => one - other);
  return sorted.flatMap((value, at) => {
    const before = sorted[at - 1];
    return [before === undefined ? value - 1 : (before + value) / 2, value, value + 1];
  });
}

/** Each part of a question with each value that tests can tell apart, and any number of the other parts. */
function valuesOfParts(question: Question, literals: readonly Literal[]): PossibleValues | undefined {
  const all = partsOf(question);
  const named = new Set(literals.map(({ test }) => partOf(test)).filter((part) => part !== ""));
  let values: readonly Readonly<Record<string, string | readonly string[]>>[] = [{}];
  for (const { id } of all.filter((part) => named.has(part.id))) {
    const ofPart = valuesOfPart(
      question,
      literals.filter(({ test }) => partOf(test) === id),
    );
    if (ofPart === undefined || values.length * ofPart.length > valuesMaximum) return undefined;
    values = values.flatMap((value) =>
      ofPart.map((given) => (given === undefined ? value : { ...value, [id]: given })),
    );
  }
  const others = all.filter(({ id }) => !named.has(id));
  if (values.length * (others.length + 1) > valuesMaximum) return undefined;
  const filling = fillingOf(question);
  return [
    undefined,
    ...[...others, undefined].flatMap((_, count) =>
      values.map((value) => ({
        ...value,
        ...Object.fromEntries(others.slice(0, count).map(({ id }) => [id, filling])),
      })),
    ),
    // All parts of one question have values of one kind.
  ] as PossibleValues;
}

function partsOf(question: Question): readonly { readonly id: string }[] {
  if (answersOf(question) === "row_texts") return matrixCells(question);
  return answersOf(question) === "blanks" ? question.blank_setting : question.subTitles;
}

function partOf(test: Test): string {
  if (test.kind === "choice") return test.part;
  return "subject" in test && test.subject.kind === "question" ? test.subject.part : "";
}

type PartValue = string | readonly string[] | undefined;

function valuesOfPart(question: Question, literals: readonly Literal[]): readonly PartValue[] | undefined {
  if (answersOf(question) === "row_marks") return [undefined, ...marks(question)];
  if (answersOf(question) === "row_option") return [undefined, ...question.options.map(({ id }) => [id])];
  if (answersOf(question) === "row_options") return optionSets(question, literals);
  return textValues(literals);
}

function fillingOf(question: Question): string | readonly string[] {
  if (["blanks", "row_texts"].includes(answersOf(question))) return otherText;
  return answersOf(question) === "row_marks"
    ? String(question.starNum)
    : question.options.slice(0, 1).map(({ id }) => id);
}

/** Characters of a text that are compared in a step. */
const charactersInStep = 32;

/** The steps that testing a value takes. */
export function sizeOfValue(value: AnswerValue | undefined): number {
  if (value === undefined) return 1;
  if (typeof value === "string") return 1 + value.length / charactersInStep;
  return 1 + Object.keys(value).length;
}

/** Values of a custom argument. */
export function possibleArguments(literals: readonly Literal[]): readonly (string | undefined)[] | undefined {
  return textValues(literals);
}
