import type { AnswerValue, AnswerValues } from "../model/answer-values.ts";
import type { Question, SurveyPage } from "../model/question.ts";
import { answersOf } from "../question-types/question-types.ts";
import { longestAnswerText, longestTextOf } from "../question-fields/text-rules.ts";
import { isFile, mostFiles } from "../question-fields/upload.tsx";

/** Longest mark, day or time. No right one is longer. */
const longestMark = 40;

/**
 * What of the given values is kept with a half-filled form: of each only as much as its question takes, right or wrong. A form that is
 * refused is kept as well, so that its respondent can go on, and must not take more room than a right one (CWE-770).
 */
export function keepableValues(pages: readonly SurveyPage[], values: AnswerValues): AnswerValues {
  const kept: Record<string, AnswerValue> = {};
  for (const question of pages.flatMap(({ questions }) => questions)) {
    const value = Object.hasOwn(values, question.id) ? values[question.id] : undefined;
    // Every value is made of such parts, and what comes out has the shape of what went in.
    if (value !== undefined)
      kept[question.id] = keepable(question, value as Part, longestOf(question)) as AnswerValue;
  }
  return kept;
}

/** A value, or a part of one. */
type Part = string | readonly string[] | { readonly [id: string]: Part };

function keepable(question: Question, part: Part, longest: number): Part {
  if (typeof part === "string") return cut(part, longest);
  if (isList(part)) return known(question, part);
  const longestPart = answersOf(question) === "row_marks" ? longestMark : longestAnswerText;
  const entries = Object.entries(part).map(
    ([id, one]) => [id, keepable(question, one, longestPart)] as const,
  );
  return Object.fromEntries(entries);
}

function isList(part: Part): part is readonly string[] {
  return Array.isArray(part);
}

function longestOf(question: Question): number {
  return answersOf(question) === "text" ? longestTextOf(question) : longestMark;
}

/** Those of some ids that the question has; of files as many as it takes. */
function known(question: Question, list: readonly string[]): readonly string[] {
  if (answersOf(question) === "files") return list.filter((file) => isFile(file)).slice(0, mostFiles);
  const ids = new Set([...question.options, ...question.groups].map(({ id }) => id));
  return list.filter((id) => ids.has(id));
}

/** At most so many characters, and no half of one. */
function cut(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}
