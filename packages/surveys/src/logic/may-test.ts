import type { Test } from "../model/logic.ts";
import type { Question, QuestionType } from "../model/question.ts";

/** What can be asked of the answers to a type of question. */
const kinds: Readonly<Record<QuestionType, readonly Test["kind"][]>> = {
  radio: ["choice", "text", "number", "answered"],
  checkbox: ["choice", "count", "text", "number", "answered"],
  select: ["choice", "answered"],
  sort: ["choice", "count", "answered"],
  chained_selects: ["choice", "count", "answered"],
  matrix_radio: ["choice", "count", "answered"],
  matrix_checkbox: ["choice", "count", "answered"],
  matrix_star: ["number", "count", "answered"],
  star: ["number", "answered"],
  nps: ["number", "answered"],
  text: ["text", "number", "answered"],
  textarea: ["text", "number", "answered"],
  phone: ["text", "answered"],
  address: ["text", "answered"],
  datetime: ["text", "answered"],
  blanks: ["text", "number", "count", "answered"],
  upload: ["count", "answered"],
  description: [],
};

/** What is wrong with a test of a question; undefined when nothing is. */
export function mayTest(
  question: Question,
  test: Test,
): "wrong_kind" | "unknown_option" | "unknown_part" | undefined {
  if (!kinds[question.type].includes(test.kind)) return "wrong_kind";
  const part = partOf(test);
  const parts = [...question.subTitles, ...question.blank_setting];
  if (part !== undefined && part !== "" && !parts.some(({ id }) => id === part)) return "unknown_part";
  if (part === "" && needsPart(question, test)) return "wrong_kind";
  const ids = new Set([...question.options, ...question.groups].map(({ id }) => id));
  return test.kind === "choice" && test.options.some((id) => !ids.has(id)) ? "unknown_option" : undefined;
}

function partOf(test: Test): string | undefined {
  if (test.kind === "choice") return test.part;
  return "subject" in test && test.subject.kind === "question" ? test.subject.part : undefined;
}

/** A table is asked row by row, and a text of a choice is that of a blank. */
function needsPart({ type }: Question, test: Test): boolean {
  if (type.startsWith("matrix_") || type === "blanks") return true;
  return (type === "radio" || type === "checkbox") && test.kind !== "choice";
}
