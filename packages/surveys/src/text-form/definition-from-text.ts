import { randomBytes } from "node:crypto";
import { normalisePagesInTurns } from "../declared/normalise-declared-pages.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import { atOnce, type InTurns } from "../model/in-turns.ts";
import { noLogic } from "../model/logic.ts";
import { surveyTextInTurns } from "./parse-survey-text.ts";
import type { TextProblem } from "./text-problem.ts";

/** A definition, or what is wrong with the text that it was to be made from. */
export type DefinitionFromText =
  | {
      readonly ok: true;
      readonly definition: SurveyDefinition;
      /** What was kept as text, and may have been meant otherwise. */
      readonly notes: readonly TextProblem[];
    }
  | { readonly ok: false; readonly problems: readonly TextProblem[] };

/** Makes a survey from a text form that is short. */
export function definitionFromText(text: string): DefinitionFromText {
  return atOnce(definitionFromTextInTurns(text));
}

/** Makes a survey from its text form. */
export function* definitionFromTextInTurns(text: string): InTurns<DefinitionFromText> {
  const parsed = yield* surveyTextInTurns(text);
  if (!parsed.ok) return parsed;
  const { title, prefix, pages: declared } = parsed.survey;
  const idSeed = randomBytes(16).toString("hex");
  const { pages } = yield* normalisePagesInTurns(declared, { idSeed });
  const definition = { title, prefix, suffix: "", pages, logic: noLogic };
  return { ok: true, definition, notes: parsed.notes };
}
