import { numberRule } from "../model/number-in.ts";
import { type AnswerValue, blanksIn } from "../model/answer-values.ts";
import { parseWallTime } from "../model/platform-time.ts";
import type { Question } from "../model/question.ts";
import { isStorable, surveyLimits } from "../question-types/declared-text.ts";
import { isInvisible, isShowable } from "../model/typed-text.ts";
import type { AnswerProblem } from "./answer-problem.ts";

/** Longest text of an answer, for questions without a limit of their own. */
export const longestAnswerText: number = surveyLimits.answerText;

/** The longest text that a question takes, in characters. */
export function longestTextOf({ maxlength }: Pick<Question, "maxlength">): number {
  return Math.min(maxlength || longestAnswerText, longestAnswerText);
}

/** What is wrong with a text of any number of lines. */
export function checkText(question: Pick<Question, "maxlength">, text: string): AnswerProblem | undefined {
  const longest = longestTextOf(question);
  if (text.length > longest) return { code: "too_long", limit: longest };
  return text.isWellFormed() && isStorable(text) ? undefined : { code: "not_text" };
}

/** What is wrong with a text of one line that has to obey the question's rule. */
export function checkLine(
  question: Pick<Question, "maxlength" | "validate">,
  text: string,
): AnswerProblem | undefined {
  if (/[\r\n]/.test(text)) return { code: "one_line" };
  return checkText(question, text) ?? checkRule(question.validate, text);
}

/** What is wrong with a telephone number: 5 to 17 digits, and what is written between them, perhaps after the code of a country. */
export function checkPhone(text: string): AnswerProblem | undefined {
  const digits = text.replaceAll(/\D/g, "").length;
  const isPhone = /^\+?(?:[ ./-]{0,2}\(?\d\)?)+$/.test(text) && text.length <= 40;
  return isPhone && digits >= 5 && digits <= 17 ? undefined : { code: "phone" };
}

/** What is wrong with a day, a time of day, or both. */
export function checkMoment(text: string): AnswerProblem | undefined {
  const full = /^\d{2}:\d{2}/.test(text) ? `2000-01-01 ${text}` : text;
  const padded = `${full}${"0000-00-00 00:00:00".slice(full.length)}`;
  const isMoment = [10, 16, 19].includes(full.length) && parseWallTime(padded) !== undefined;
  return isMoment ? undefined : { code: "moment" };
}

/** What is wrong with a mark on a question's scale. */
export function checkMark(
  { starBeginNum: from, starNum: limit }: Pick<Question, "starBeginNum" | "starNum">,
  text: string,
): AnswerProblem | undefined {
  const mark = /^(?:0|[1-9]\d?)$/.test(text) ? Number(text) : -1;
  return mark >= from && mark <= limit ? undefined : { code: "mark", from, limit };
}

const rules = {
  number: numberRule,
  email: /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/,
} as const;

function checkRule(name: string, text: string): AnswerProblem | undefined {
  const isRule = name === "number" || name === "email";
  return isRule && !rules[name].test(text) ? { code: name } : undefined;
}

/** What is wrong with the characters of the texts in an answer; a declarative file may say more, as one from before this rule. */
export function checkCharacters(value: AnswerValue): AnswerProblem | undefined {
  const texts = textsIn(value);
  if (!texts.every(isShowable)) return { code: "control" };
  return texts.some(isInvisible) ? { code: "invisible" } : undefined;
}

function textsIn(value: AnswerValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return [];
  return Object.values("options" in value ? blanksIn(value) : value).filter(
    (text) => typeof text === "string",
  );
}
