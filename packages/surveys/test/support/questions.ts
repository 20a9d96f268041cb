import type { DeclaredQuestionInput } from "../../src/declared/declared-pages.ts";
import type { Question } from "../../src/model/question.ts";
import { everyType, wirePages } from "../declared/survey-fixtures.ts";

/** One question of each type, and two of some. */
export const questions: readonly Question[] = wirePages(everyType).pages.flatMap((page) => page.questions);

/** A question as on the wire. */
export function questionOf(declared: DeclaredQuestionInput): Question {
  const [question] = wirePages([{ questions: [declared] }]).pages.flatMap((page) => page.questions);
  if (question === undefined) throw new Error("A page has its question.");
  return question;
}

/** Options A, B, C and so on. */
export function letters(count: number): { text: string }[] {
  return Array.from({ length: count }, (_, at) => ({ text: String.fromCharCode(65 + at) }));
}
