import { randomBytes } from "node:crypto";
import { idMaker, noLogic, type SurveyDefinition } from "@survey-open-platform/surveys";

/** A survey with one empty page. */
export function blankDefinition(title: string): SurveyDefinition {
  const page = { id: idMaker([], randomBytes)("page"), index: "1", questions: [] };
  return { title, prefix: "", suffix: "", pages: [page], logic: noLogic };
}
