import { type AnswerValue, type AnswerValues, blanksIn, listIn } from "../model/answer-values.ts";
import { fileNamesIn, type FileReference, fileReference } from "../model/file-reference.ts";
import { optionLabel } from "../model/option-blanks.ts";
import { matrixCells } from "../model/matrix-cells.ts";
import type { Question, SurveyPage } from "../model/question.ts";
import { answersOf } from "../question-types/question-types.ts";
import { plainText } from "../question-fields/rich-text.tsx";

/** A question with what was answered, in words. */
export interface DescribedAnswer {
  readonly question: Question;
  /** One line for each thing that was given; empty when nothing was. */
  readonly lines: readonly string[];
  /** The files of an upload, in the order of the lines; empty for other questions. */
  readonly files: readonly FileReference[];
}

/** An answer in words, question by question, as the version says that was answered. Paragraphs of description are left out. */
export function describeAnswer(
  pages: readonly SurveyPage[],
  values: AnswerValues,
): readonly DescribedAnswer[] {
  return pages
    .flatMap((page) => page.questions)
    .filter((question) => answersOf(question) !== "none")
    .map((question) =>
      describe(question, Object.hasOwn(values, question.id) ? values[question.id] : undefined),
    );
}

/** What the list of answers shows: the first lines of an answer, of so many characters or a little more. */
export function firstLines(
  pages: readonly SurveyPage[],
  values: AnswerValues,
  characters: number,
): readonly string[] {
  const found: string[] = [];
  let length = 0;
  for (const question of pages.flatMap((page) => page.questions)) {
    const value = Object.hasOwn(values, question.id) ? values[question.id] : undefined;
    if (value === undefined || answersOf(question) === "none") continue;
    const lines = describeValue(question, value);
    found.push(...lines);
    length += lines.join("").length;
    if (length > characters) break;
  }
  return found;
}

function describe(question: Question, value: AnswerValue | undefined): DescribedAnswer {
  if (value === undefined) return { question, lines: [], files: [] };
  const files = answersOf(question) === "files" ? listIn(value).map(fileReference) : [];
  return { question, lines: describeValue(question, value), files };
}

/** What was given for one question, in words. */
export function describeValue(question: Question, value: AnswerValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (answersOf(question) === "files") return fileNamesIn(value);
  const label = labelsOf(question);
  const list = listIn(value);
  if (list.length > 0)
    return [...list.map((id, at) => inOrder(question, label(id), at)), ...blankLines(value)];
  // An empty list says nothing; anything else has rows or blanks.
  return Array.isArray(value) ? [] : Object.entries(value).map(([id, given]) => rowLine(label, id, given));
}

/**
 * What a respondent gave for one question, in words: texts, and what the chosen options say. The titles of rows and the labels of blanks are
 * not among them; every answer has those.
 */
export function givenTexts(question: Question, value: AnswerValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (answersOf(question) === "files") return fileNamesIn(value);
  const label = labelsOf(question);
  return leavesOf(value).map((given) => label(given));
}

/** What a respondent wrote for one question: texts, blanks, names of files and moments, without titles and options. */
export function writtenTexts(question: Question, value: AnswerValue): readonly string[] {
  if (typeof value === "string")
    return answersOf(question) === "text" || answersOf(question) === "moment" ? [value] : [];
  if (answersOf(question) === "files") return fileNamesIn(value);
  const areTexts = ["blanks", "row_texts"].includes(answersOf(question));
  const written = areTexts ? leavesOf(value) : blankLines(value);
  return written.filter((text) => text !== "");
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function rowLine(label: (id: string) => string, id: string, given: unknown): string {
  const texts = Array.isArray(given) ? given.map((one) => label(String(one))) : [String(given)];
  const name = label(id);
  return name === "" ? texts.join(", ") : `${name}: ${texts.join(", ")}`;
}

function inOrder(question: Question, label: string, at: number): string {
  return answersOf(question) === "ranking" ? `${at + 1}. ${label}` : label;
}

function blankLines(value: AnswerValue): readonly string[] {
  return Object.values(blanksIn(value)).filter((text) => text !== "");
}

/** Lists and searches describe many answers to one question, which may have thousands of options. */
const knownLabels = new WeakMap<Question, ReadonlyMap<string, string>>();

/** The words of options, entries, rows and blanks by id; what is none of them is itself. */
function labelsOf(question: Question): (id: string) => string {
  const labels = knownLabels.get(question) ?? readLabels(question);
  knownLabels.set(question, labels);
  return (id) => plainText(labels.get(id) ?? id);
}

function readLabels(question: Question): ReadonlyMap<string, string> {
  const options = question.options.map((option) => [option.id, optionLabel(question, option)] as const);
  const parts = [...question.groups, ...question.subTitles, ...question.blank_setting];
  const cells = answersOf(question) === "row_texts" ? matrixCells(question) : [];
  return new Map([
    ...options,
    ...parts.map(({ id, text }) => [id, text] as const),
    ...cells.map(({ id, row, column }) => [id, `${row} – ${column}`] as const),
  ]);
}
