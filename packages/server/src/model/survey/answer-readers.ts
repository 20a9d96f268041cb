import type { AnswerBlank, AnswerGroup, AnswerOption, AnswerQuestion } from "../answer.ts";
import { parseWallTime } from "../platform-time.ts";
import type { Option, Question, QuestionType } from "../question.ts";
import { surveyLimits } from "./declared-pages.ts";
import type { ProblemSink } from "./problem.ts";

/** The parts of an answered question that hold what was answered; what is left out is empty. */
export type Reading = Partial<Pick<AnswerQuestion, "text" | "options" | "groups" | "blanks">>;

/** Reads the value given for a question of one type, noting every problem in the sink. */
type Reader = (question: Question, value: unknown, sink: ProblemSink) => Reading;

/** How a value is read, per type of question: complete, so a new type does not compile without its line. */
export const answerReaders: Readonly<Record<QuestionType, Reader>> = {
  radio: (question, value, sink) => ({ options: oneOption(question, value, sink) }),
  select: (question, value, sink) => ({ options: oneOption(question, value, sink) }),
  checkbox: (question, value, sink) => ({ options: severalOptions(question, value, sink) }),
  sort: (question, value, sink) => ({ options: ranking(question, value, sink) }),
  star: (question, value, sink) => ({ text: mark(question, value, sink) }),
  nps: (question, value, sink) => ({ text: mark(question, value, sink) }),
  text: (question, value, sink) => ({ text: line(question, value, sink) }),
  textarea: (question, value, sink) => ({ text: text(question, value, sink) }),
  upload: (question, value, sink) => ({ text: line(question, value, sink) }),
  location: (question, value, sink) => ({ text: line(question, value, sink) }),
  datetime: (question, value, sink) => ({ text: moment(question, value, sink) }),
  text_multiple: (question, value, sink) => ({ blanks: blanks(question, value, sink) }),
  matrix_radio: (question, value, sink) => ({ groups: choiceRows(question, value, sink, oneOption) }),
  matrix_checkbox: (question, value, sink) => ({ groups: choiceRows(question, value, sink, severalOptions) }),
  matrix_star: (question, value, sink) => ({ groups: markRows(question, value, sink) }),
  description: (_question, _value, sink) => {
    sink.refuse("is a description and takes no answer");
    return {};
  },
};

function text(question: Question, value: unknown, sink: ProblemSink): string {
  if (typeof value !== "string") {
    sink.refuse("must be a text");
    return "";
  }
  const longest = Math.min(question.maxlength || surveyLimits.answerText, surveyLimits.answerText);
  if (value.length > longest) sink.refuse(`is longer than ${longest} characters`);
  if (!value.isWellFormed() || value.includes("\0")) sink.refuse("must be well-formed Unicode without NUL characters");
  return value;
}

const rules: Readonly<Record<string, { readonly form: RegExp; readonly says: string }>> = {
  number: { form: /^-?\d{1,15}(\.\d{1,15})?$/, says: "must be a number" },
  email: { form: /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/, says: "must be an e-mail address" },
};

function line(question: Question, value: unknown, sink: ProblemSink): string {
  const given = text(question, value, sink);
  if (/[\r\n]/.test(given)) sink.refuse("must be a single line");
  const rule = rules[question.validate];
  if (rule !== undefined && given !== "" && !rule.form.test(given)) sink.refuse(rule.says);
  return given;
}

function moment(question: Question, value: unknown, sink: ProblemSink): string {
  const given = text(question, value, sink);
  const full = /^\d{2}:\d{2}/.test(given) ? `2000-01-01 ${given}` : given;
  const padded = `${full}${"0000-00-00 00:00:00".slice(full.length)}`;
  const isForm = [10, 16, 19].includes(full.length) && parseWallTime(padded) !== undefined;
  if (given !== "" && !isForm) sink.refuse("must be a day, a time, or both, like 2026-11-01 09:00");
  return given;
}

function mark(question: Question, value: unknown, sink: ProblemSink): string {
  const given = typeof value === "string" && /^\d{1,2}$/.test(value) ? Number(value) : value;
  const isMark =
    Number.isInteger(given) && Number(given) >= question.starBeginNum && Number(given) <= question.starNum;
  if (isMark) return String(given);
  sink.refuse(`must be a whole number from ${question.starBeginNum} to ${question.starNum}`);
  return "";
}

function findOption(question: Question, value: unknown, sink: ProblemSink): Option | undefined {
  const { options } = question;
  const found = typeof value === "number" ? options[value - 1] : options.find((option) => option.text === value);
  if (found === undefined) sink.refuse(`must be an option's number from 1 to ${options.length}, or its text`);
  return found;
}

function checked(option: Option): AnswerOption {
  return { id: option.id, checked: 1, text: option.text };
}

function oneOption(question: Question, value: unknown, sink: ProblemSink): readonly AnswerOption[] {
  const found = findOption(question, value, sink);
  return found === undefined ? [] : [checked(found)];
}

/** The options named, in the order named, each at most once. */
function distinctOptions(question: Question, value: unknown, sink: ProblemSink): readonly Option[] {
  if (!Array.isArray(value)) return [findOption(question, value, sink)].filter((option) => option !== undefined);
  const found = new Set<Option>();
  value.forEach((item: unknown, at) => {
    const option = findOption(question, item, sink.within(at));
    if (option === undefined) return;
    if (found.has(option)) sink.within(at).refuse("names an option a second time");
    found.add(option);
  });
  return [...found];
}

function severalOptions(question: Question, value: unknown, sink: ProblemSink): readonly AnswerOption[] {
  const chosen = new Set(distinctOptions(question, value, sink));
  if (question.maxlength > 0 && chosen.size > question.maxlength) {
    sink.refuse(`has more than ${question.maxlength} choices`);
  }
  const exclusive = [...chosen].find((option) => option.exclusive);
  if (exclusive !== undefined && chosen.size > 1) sink.refuse("joins other options to one that rules them out");
  return question.options.filter((option) => chosen.has(option)).map(checked);
}

function ranking(question: Question, value: unknown, sink: ProblemSink): readonly AnswerOption[] {
  if (Array.isArray(value)) return distinctOptions(question, value, sink).map(checked);
  sink.refuse("must be a list of options in order of rank");
  return [];
}

/** A value per numbered part of a question: an object keyed from 1, or a list with null for what is left out. */
function parts(names: readonly string[], value: unknown, sink: ProblemSink): ReadonlyMap<number, unknown> {
  const given = new Map<number, unknown>();
  if (typeof value !== "object" || value === null) {
    sink.refuse("must be an object keyed by number from 1, or a list");
    return given;
  }
  for (const [key, part] of Object.entries(value)) {
    const at = partPosition(names, key, Array.isArray(value));
    if (at === undefined) sink.within(Array.isArray(value) ? Number(key) : key).refuse(`has no place here: there are ${names.length}`);
    else if (!isLeftOut(part)) given.set(at, part);
  }
  return given;
}

function partPosition(names: readonly string[], key: string, isList: boolean): number | undefined {
  if (!/^\d{1,4}$/.test(key) || (!isList && key.startsWith("0"))) return undefined;
  const at = isList ? Number(key) : Number(key) - 1;
  return at < names.length ? at : undefined;
}

/** True for what counts as no answer: nothing, an empty text, a list or object of nothing else. */
export function isLeftOut(value: unknown): boolean {
  if (isNothing(value)) return true;
  return typeof value === "object" && Object.values(value ?? {}).every(isNothing);
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function requireAll(question: Question, names: readonly string[], given: ReadonlyMap<number, unknown>, sink: ProblemSink): void {
  if (!question.required || question.hidden || given.size === names.length) return;
  names.forEach((_name, at) => {
    if (!given.has(at)) sink.within(String(at + 1)).refuse("is required");
  });
}

function rows<T>(
  question: Question,
  value: unknown,
  sink: ProblemSink,
  read: (part: unknown, sink: ProblemSink) => T,
): readonly (readonly [number, T])[] {
  const names = question.subTitles.map((row) => row.text);
  const given = parts(names, value, sink);
  requireAll(question, names, given, sink);
  return [...given].sort(([a], [b]) => a - b).map(([at, part]) => [at, read(part, sink.within(partKey(value, at)))]);
}

function partKey(value: unknown, at: number): string | number {
  return Array.isArray(value) ? at : String(at + 1);
}

function choiceRows(
  question: Question,
  value: unknown,
  sink: ProblemSink,
  read: typeof oneOption,
): readonly AnswerGroup[] {
  const readRow = (part: unknown, at: ProblemSink): readonly AnswerOption[] => read(question, part, at);
  return rows(question, value, sink, readRow).map(([at, options]) => ({
    id: question.subTitles[at]?.id ?? "",
    text: question.subTitles[at]?.text ?? "",
    options,
  }));
}

function markRows(question: Question, value: unknown, sink: ProblemSink): readonly AnswerGroup[] {
  const readRow = (part: unknown, at: ProblemSink): string => mark(question, part, at);
  return rows(question, value, sink, readRow).map(([at, given]) => ({
    id: question.subTitles[at]?.id ?? "",
    text: given,
    options: [],
  }));
}

function blanks(question: Question, value: unknown, sink: ProblemSink): readonly AnswerBlank[] {
  const names = question.blank_setting.map((blank) => blank.text);
  const given = parts(names, value, sink);
  requireAll(question, names, given, sink);
  return [...given].map(([at, part]) => ({
    id: question.blank_setting[at]?.id ?? "",
    value: line(question, part, sink.within(partKey(value, at))),
  }));
}
