import type { AnswerOption } from "../model/answer.ts";
import { optionLabel } from "../model/option-blanks.ts";
import type { LinkedEntry, Option, Question } from "../model/question.ts";
import type { ProblemSink } from "../model/problem.ts";

/** The option that a number from 1 or a text names. */
export function findOption(question: Question, value: unknown): Option | undefined {
  return typeof value === "number"
    ? question.options[value - 1]
    : question.options.find((option) => optionLabel(question, option) === value);
}

function namedOption(question: Question, value: unknown, sink: ProblemSink): Option | undefined {
  const { options } = question;
  const found = findOption(question, value);
  if (found === undefined) sink.refuse(`must be an option's number from 1 to ${options.length}, or its text`);
  return found;
}

function checked({ id, text }: Option | LinkedEntry): AnswerOption {
  return { id, checked: 1, text };
}

/** Reads one choice: an option's number from 1, or its text. */
export function readOption(question: Question, value: unknown, sink: ProblemSink): readonly AnswerOption[] {
  const found = namedOption(question, value, sink);
  return found === undefined ? [] : [checked(found)];
}

/** The options named, in the order named, each at most once. */
function distinctOptions(question: Question, value: unknown, sink: ProblemSink): readonly Option[] {
  if (!Array.isArray(value)) {
    const only = namedOption(question, value, sink);
    return only === undefined ? [] : [only];
  }
  const found = new Set<Option>();
  value.forEach((item: unknown, at) => {
    const option = namedOption(question, item, sink.within(at));
    if (option === undefined) return;
    if (found.has(option)) sink.within(at).refuse("names an option a second time");
    found.add(option);
  });
  return [...found];
}

/** Reads a choice or a list of them; the result is in the order of the question. */
export function readOptions(question: Question, value: unknown, sink: ProblemSink): readonly AnswerOption[] {
  const chosen = new Set(distinctOptions(question, value, sink));
  if (question.maxlength > 0 && chosen.size > question.maxlength) {
    sink.refuse(`has more than ${question.maxlength} choices`);
  }
  if (chosen.size < (question.minlength ?? 0)) sink.refuse(`has fewer than ${question.minlength} choices`);
  const exclusive = [...chosen].find((option) => option.exclusive);
  if (exclusive !== undefined && chosen.size > 1) {
    sink.refuse("joins other options to one that rules them out");
  }
  return question.options.filter((option) => chosen.has(option)).map(checked);
}

/** Reads a list of options, best first; options may be left out of a ranking, never named twice. */
export function readRanking(question: Question, value: unknown, sink: ProblemSink): readonly AnswerOption[] {
  if (Array.isArray(value)) return distinctOptions(question, value, sink).map(checked);
  sink.refuse("must be a list of options in order of rank");
  return [];
}

/** Reads a list of texts, one per level, that ends at an entry without others below it. */
export function readPath(question: Question, value: unknown, sink: ProblemSink): readonly AnswerOption[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const path: LinkedEntry[] = [];
  for (const text of texts) {
    const above = path.at(-1)?.id ?? "";
    const found = question.groups.find((entry) => entry.parent === above && entry.text === text);
    if (found === undefined) break;
    path.push(found);
  }
  const last = path.at(-1);
  if (path.length === texts.length && !question.groups.some(({ parent }) => parent === last?.id))
    return path.map(checked);
  sink.refuse("must be a list of texts, one per level, that lead to one of the last choices");
  return [];
}
