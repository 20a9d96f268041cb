import type { AnswerProblem } from "../answer-problem.ts";
import { en } from "./en.ts";
import type { QuestionTexts } from "./question-texts.ts";
import { zhCn } from "./zh-cn.ts";

const byLanguage = { en, "zh-CN": zhCn } as const;

/** The words of questions in a language. */
export function questionTextsFor(language: "en" | "zh-CN"): QuestionTexts {
  return byLanguage[language];
}

/** A problem in words. */
export function problemText(problem: AnswerProblem, texts: QuestionTexts): string {
  const text = texts.problems[problem.code](problem);
  return problem.part === undefined || problem.code === "part_required"
    ? text
    : texts.inPart(problem.part, text);
}
