import { randomBytes } from "node:crypto";
import {
  idMaker,
  noLogic,
  normaliseDeclaredPages,
  parseSurveyText,
  type SurveyDefinition,
  type TextProblem,
} from "@survey-open-platform/surveys";

/** A definition, or what is wrong with the text that it was to be made from. */
export type DefinitionFromText =
  | { readonly ok: true; readonly definition: SurveyDefinition }
  | { readonly ok: false; readonly problems: readonly TextProblem[] };

/** A survey with one empty page. */
export function blankDefinition(title: string): SurveyDefinition {
  const page = { id: idMaker([], randomBytes)("page"), index: "1", questions: [] };
  return { title, prefix: "", suffix: "", pages: [page], logic: noLogic };
}

/** Makes a survey from its text form. */
export function definitionFromText(text: string): DefinitionFromText {
  const parsed = parseSurveyText(text);
  if (!parsed.ok) return parsed;
  const { title, prefix, pages } = parsed.survey;
  const idSeed = randomBytes(16).toString("hex");
  const made = normaliseDeclaredPages(pages, { idSeed });
  return { ok: true, definition: { title, prefix, suffix: "", pages: made.pages, logic: noLogic } };
}
