import type { SurveyDefinition } from "../model/definition.ts";
import { checkLogic } from "./check-logic.ts";

/** Why a draft cannot be published. */
export type PublicationObstacle = "no_question" | "logic";

/** @returns undefined when a definition can be published */
export function publicationObstacle(definition: SurveyDefinition): PublicationObstacle | undefined {
  const questions = definition.pages.flatMap((page) => page.questions);
  if (questions.every(({ type }) => type === "description")) return "no_question";
  return checkLogic(definition).some(({ isError }) => isError) ? "logic" : undefined;
}
