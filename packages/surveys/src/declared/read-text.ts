import { parseWallTime } from "../model/platform-time.ts";
import type { Question } from "../model/question.ts";
import { surveyLimits } from "./declared-pages.ts";
import type { ProblemSink } from "../model/problem.ts";

/** Reads a text of any number of lines, within the question's own limit. */
export function readText(question: Question, value: unknown, sink: ProblemSink): string {
  if (typeof value !== "string") {
    sink.refuse("must be a text");
    return "";
  }
  const longest = Math.min(question.maxlength || surveyLimits.answerText, surveyLimits.answerText);
  if (value.length > longest) sink.refuse(`is longer than ${longest} characters`);
  if (!value.isWellFormed() || value.includes("\0"))
    sink.refuse("must be well-formed Unicode without NUL characters");
  return value;
}

const rules: Readonly<Record<string, { readonly form: RegExp; readonly says: string }>> = {
  number: { form: /^-?\d{1,15}(\.\d{1,15})?$/, says: "must be a number" },
  email: { form: /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/, says: "must be an e-mail address" },
};

/** Reads a text of one line that obeys the question's rule. */
export function readLine(question: Question, value: unknown, sink: ProblemSink): string {
  const given = readText(question, value, sink);
  if (/[\r\n]/.test(given)) sink.refuse("must be a single line");
  const rule = rules[question.validate];
  if (rule !== undefined && given !== "" && !rule.form.test(given)) sink.refuse(rule.says);
  return given;
}

/** Reads a telephone number: digits with spaces or hyphens, perhaps after the code of a country. */
export function readPhone(question: Question, value: unknown, sink: ProblemSink): string {
  const given = readText(question, value, sink);
  if (given !== "" && !/^\+?\d(?:[ -]?\d){4,16}$/.test(given)) sink.refuse("must be a telephone number");
  return given;
}

/** Reads a day, a time of day, or both. */
export function readMoment(question: Question, value: unknown, sink: ProblemSink): string {
  const given = readText(question, value, sink);
  const full = /^\d{2}:\d{2}/.test(given) ? `2000-01-01 ${given}` : given;
  const padded = `${full}${"0000-00-00 00:00:00".slice(full.length)}`;
  const isForm = [10, 16, 19].includes(full.length) && parseWallTime(padded) !== undefined;
  if (given !== "" && !isForm) sink.refuse("must be a day, a time, or both, like 2026-11-01 09:00");
  return given;
}

/** Reads a mark on the question's scale, given as a number or as its digits. */
export function readMark(question: Question, value: unknown, sink: ProblemSink): string {
  const given = typeof value === "string" && /^\d{1,2}$/.test(value) ? Number(value) : value;
  const isMark =
    Number.isInteger(given) && Number(given) >= question.starBeginNum && Number(given) <= question.starNum;
  if (isMark) return String(given);
  sink.refuse(`must be a whole number from ${question.starBeginNum} to ${question.starNum}`);
  return "";
}
