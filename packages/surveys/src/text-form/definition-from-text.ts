import { randomBytes } from "node:crypto";
import { normaliseDeclaredPages } from "../declared/normalise-declared-pages.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import { noLogic } from "../model/logic.ts";
import { parseSurveyText, type TextProblem } from "./parse-survey-text.ts";

/** A definition, or what is wrong with the text that it was to be made from. */
export type DefinitionFromText =
  | { readonly ok: true; readonly definition: SurveyDefinition }
  | { readonly ok: false; readonly problems: readonly TextProblem[] };

/** Makes a survey from its text form. */
export function definitionFromText(text: string): DefinitionFromText {
  const parsed = parseSurveyText(text);
  if (!parsed.ok) return parsed;
  const { title, prefix, pages } = parsed.survey;
  const idSeed = randomBytes(16).toString("hex");
  const made = normaliseDeclaredPages(pages, { idSeed });
  return { ok: true, definition: { title, prefix, suffix: "", pages: made.pages, logic: noLogic } };
}
