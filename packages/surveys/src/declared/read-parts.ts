import type { AnswerBlank, AnswerGroup, AnswerOption } from "../model/answer.ts";
import type { Question } from "../model/question.ts";
import { isLeftOut } from "./left-out.ts";
import type { ProblemSink } from "../model/problem.ts";
import { readLine, readMark } from "./read-text.ts";

/** A row or a blank of a question. */
interface Part {
  readonly id: string;
  readonly text: string;
}

/** A part with what was given for it, and where problems with that belong. */
interface GivenPart {
  readonly part: Part;
  readonly value: unknown;
  readonly sink: ProblemSink;
}

/**
 * What was given for the numbered parts of a question, in their order: from an object keyed by
 * number from 1, or from a list with null for a part that is left out.
 */
function givenParts(
  question: Question,
  parts: readonly Part[],
  value: unknown,
  sink: ProblemSink,
): readonly GivenPart[] {
  if (typeof value !== "object" || value === null) {
    sink.refuse("must be an object keyed by number from 1, or a list");
    return [];
  }
  const keys = parts.map((_part, at) => (Array.isArray(value) ? at : String(at + 1)));
  refuseUnknownKeys(keys, value, sink);
  return parts.flatMap((part, at) => {
    const key = keys[at] ?? at;
    const given: unknown = Reflect.get(value, key);
    if (!isLeftOut(given)) return [{ part, value: given, sink: sink.within(key) }];
    if (question.required && !question.hidden) sink.within(key).refuse("is required");
    return [];
  });
}

function refuseUnknownKeys(keys: readonly (string | number)[], value: object, sink: ProblemSink): void {
  const known = new Set(keys.map(String));
  for (const key of Object.keys(value)) {
    if (!known.has(key)) {
      sink
        .within(Array.isArray(value) ? Number(key) : key)
        .refuse(`has no place here: there are ${known.size}`);
    }
  }
}

/** Reads options that were chosen. */
export type ReadChoice = (question: Question, value: unknown, sink: ProblemSink) => readonly AnswerOption[];

/** Reads the rows of a matrix of choices, each with `readChoice`. */
export function readChoiceRows(
  question: Question,
  value: unknown,
  sink: ProblemSink,
  readChoice: ReadChoice,
): readonly AnswerGroup[] {
  return givenParts(question, question.subTitles, value, sink).map((row) => ({
    id: row.part.id,
    text: row.part.text,
    options: readChoice(question, row.value, row.sink),
  }));
}

/** Reads the rows of a matrix of marks. */
export function readMarkRows(question: Question, value: unknown, sink: ProblemSink): readonly AnswerGroup[] {
  return givenParts(question, question.subTitles, value, sink).map((row) => ({
    id: row.part.id,
    text: readMark(question, row.value, row.sink),
    options: [],
  }));
}

/** Reads the rows of a matrix of texts, each with a text for each column. */
export function readTextRows(question: Question, value: unknown, sink: ProblemSink): readonly AnswerGroup[] {
  return givenParts(question, question.subTitles, value, sink).map((row) => ({
    id: row.part.id,
    text: row.part.text,
    options: givenParts(question, question.options, row.value, row.sink).map((cell) => ({
      id: cell.part.id,
      checked: 1,
      text: readLine(question, cell.value, cell.sink),
    })),
  }));
}

/** Reads the blanks of a question with several. */
export function readBlanks(question: Question, value: unknown, sink: ProblemSink): readonly AnswerBlank[] {
  return givenParts(question, question.blank_setting, value, sink).map((blank) => ({
    id: blank.part.id,
    value: readLine(question, blank.value, blank.sink),
  }));
}
