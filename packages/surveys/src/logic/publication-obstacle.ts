import { lacksParts } from "../editing/new-question.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import type { Question } from "../model/question.ts";
import { checkLogic } from "./check-logic.ts";

/** Why a draft cannot be published. */
export type PublicationObstacle = "no_question" | "unfinished" | "logic";

/** @returns undefined when a definition can be published */
export function publicationObstacle(definition: SurveyDefinition): PublicationObstacle | undefined {
  const questions = definition.pages.flatMap((page) => page.questions);
  if (questions.every(({ type }) => type === "description")) return "no_question";
  if (unfinishedQuestions(definition).length > 0) return "unfinished";
  return checkLogic(definition).some(({ isError }) => isError) ? "logic" : undefined;
}

/** The questions that no one can answer: without a title, or without the parts that their type needs. */
export function unfinishedQuestions({ pages }: SurveyDefinition): readonly Question[] {
  const questions = pages.flatMap((page) => page.questions);
  return questions.filter((question) => question.title.trim() === "" || lacksParts(question));
}
