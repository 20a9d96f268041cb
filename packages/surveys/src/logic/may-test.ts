import type { Test } from "../model/logic.ts";
import { idsInCell } from "../model/matrix-cells.ts";
import type { Question } from "../model/question.ts";
import { answersOf, definitionOf, needsOf } from "../question-types/question-types.ts";

/** What is wrong with a test of a question; undefined when nothing is. */
export function mayTest(
  question: Question,
  test: Test,
): "wrong_kind" | "unknown_option" | "unknown_part" | undefined {
  if (!definitionOf(question.type).tests.includes(test.kind)) return "wrong_kind";
  const part = partOf(test);
  if (part !== undefined && part !== "" && !hasPart(question, part)) return "unknown_part";
  if (part === "" && needsPart(question, test)) return "wrong_kind";
  if (test.kind !== "choice") return undefined;
  const ids = choicesOf(question);
  return test.options.some((id) => !ids.has(id)) ? "unknown_option" : undefined;
}

function hasPart(question: Question, part: string): boolean {
  const { options, subTitles, blank_setting: blanks } = question;
  if (answersOf(question) !== "row_texts") return [...subTitles, ...blanks].some(({ id }) => id === part);
  const [row, column] = idsInCell(part);
  return subTitles.some(({ id }) => id === row) && options.some(({ id }) => id === column);
}

const choices = new WeakMap<Question, ReadonlySet<string>>();

/** The ids of options and linked entries: many tests are about one question, which may have thousands. */
function choicesOf(question: Question): ReadonlySet<string> {
  const known = choices.get(question);
  if (known !== undefined) return known;
  const ids = new Set([...question.options, ...question.groups].map(({ id }) => id));
  choices.set(question, ids);
  return ids;
}

function partOf(test: Test): string | undefined {
  if (test.kind === "choice") return test.part;
  return "subject" in test && test.subject.kind === "question" ? test.subject.part : undefined;
}

/** A table is asked row by row or cell by cell, and a text of a choice is that of a blank. */
function needsPart({ type }: Question, test: Test): boolean {
  const { rows, blanks, options } = needsOf(type);
  return Boolean(rows ?? blanks) || (options === "fillable" && test.kind !== "choice");
}
