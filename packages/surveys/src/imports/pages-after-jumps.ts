import { surveyLimits } from "../question-types/declared-text.ts";
import type { NeutralPage, NeutralQuestion } from "./neutral-survey.ts";

/**
 * The pages of a system that shows one question at a time: a page ends with a question that may jump, so that what is skipped is
 * not seen.
 */
export function pagesAfterJumps(
  questions: readonly NeutralQuestion[],
  jumping: ReadonlySet<string>,
): readonly NeutralPage[] {
  const pages: NeutralQuestion[][] = [[]];
  for (const question of questions) {
    pages.at(-1)?.push(question);
    const isFull = pages.at(-1)?.length === surveyLimits.questionsPerPage;
    if (isFull || (jumping.has(question.name) && pages.length < surveyLimits.pages)) pages.push([]);
  }
  return pages.map((own, at) => ({ name: `page ${at + 1}`, title: "", description: "", questions: own }));
}
