import type { SurveyDefinition } from "../model/definition.ts";
import type { Question } from "../model/question.ts";
import { answersOf, needsOf } from "../question-types/question-types.ts";
import { checkLogic, type LogicProblem } from "./check-logic.ts";

/** Why a draft cannot be published. */
export type PublicationObstacle = "no_question" | "unfinished" | "logic";

/**
 * @param problems as {@link checkLogic} finds them
 * @returns undefined when a definition can be published
 */
export function publicationObstacle(
  definition: SurveyDefinition,
  problems: readonly LogicProblem[] = checkLogic(definition),
): PublicationObstacle | undefined {
  const questions = definition.pages.flatMap((page) => page.questions);
  if (questions.every((question) => answersOf(question) === "none")) return "no_question";
  if (unfinishedQuestions(definition).length > 0) return "unfinished";
  return problems.some(({ isError }) => isError) ? "logic" : undefined;
}

/** The questions that no one can answer: without a title of their own, or without the parts that their type needs. */
export function unfinishedQuestions({ pages }: SurveyDefinition): readonly Question[] {
  const questions = pages.flatMap((page) => page.questions);
  return questions.filter((question) => lacksTitle(question) || lacksParts(question));
}

/** What earlier editors called a question that was added, until its author wrote a title. Drafts may still have it. */
const placeholderTitles: ReadonlySet<string> = new Set(["", "New question", "新题目"]);

function lacksTitle({ title }: Question): boolean {
  return placeholderTitles.has(title.trim());
}

/** Whether a question lacks options, rows, blanks or levels that its type needs. */
export function lacksParts(question: Question): boolean {
  const { type, options, subTitles, blank_setting: blanks, levels, groups } = question;
  const needs = needsOf(type);
  const lists = [
    needs.options && options,
    needs.rows && subTitles,
    needs.blanks && blanks,
    needs.levels && levels,
    needs.levels && groups,
  ];
  return lists.some((list) => list?.length === 0);
}
