import { surveyOfJsonInTurns } from "../../json-form/survey-json.ts";
import type { SurveyDefinition } from "../../model/definition.ts";
import { idMaker } from "../../model/ids.ts";
import { atOnce, type InTurns } from "../../model/in-turns.ts";
import { parseJsonInTurns } from "../../model/parse-json.ts";
import type { Problem } from "../../model/problem.ts";
import { otherSource } from "./other-source.ts";
import type { ImportLoss } from "../../model/import-loss.ts";
import { isRecord } from "../is-record.ts";
import { SourceCodes } from "../source-codes.ts";
import { SurveyJsObject, textOf } from "./survey-js-object.ts";
import { SurveyImport } from "./survey-import.ts";

/** A survey of SurveyJS as one of ours with all that was left out, or what is wrong with it. */
export type ImportedSurveyJs =
  | { readonly ok: true; readonly definition: SurveyDefinition; readonly losses: readonly ImportLoss[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** How a survey is imported. */
export interface SurveyJsImport {
  /** Of the texts, where there are several, and of those that SurveyJS leaves to its own dictionary. */
  readonly language: "en" | "zh-CN";
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Reads the JSON of a survey of SurveyJS that is short; see {@link importSurveyJsInTurns}. */
export function importSurveyJs(text: string, how: SurveyJsImport): ImportedSurveyJs {
  return atOnce(importSurveyJsInTurns(text, how));
}

/**
 * Reads the JSON of a survey of SurveyJS, as its creator saves it, a question in a turn. What has no counterpart here is left
 * out and listed: questions, settings, conditions that rules cannot say.
 */
export function* importSurveyJsInTurns(text: string, how: SurveyJsImport): InTurns<ImportedSurveyJs> {
  const json = yield* parseJsonInTurns(text);
  return json.ok ? yield* surveyJsOfJsonInTurns(json.value, how) : refused(json.problem);
}

/** Reads a survey of SurveyJS from JSON that was parsed; see {@link importSurveyJsInTurns}. */
export function* surveyJsOfJsonInTurns(
  json: unknown,
  { language, randomBytes }: SurveyJsImport,
): InTurns<ImportedSurveyJs> {
  if (!isRecord(json)) return refused("must be an object");
  const other = otherSource(json);
  if (other !== undefined) return refused(other);
  const losses: ImportLoss[] = [];
  const locale = textOf(json["locale"], { language, locale: "", losses });
  const elements = elementsByName(json);
  const codes = new SourceCodes((what) => losses.push({ at: "", code: "setting", what }));
  const context = { language, locale, losses, makeId: idMaker([], randomBytes), codes, elements };
  const made = yield* new SurveyImport(context).read(new SurveyJsObject(json, context));
  const parsed = yield* surveyOfJsonInTurns(made, randomBytes);
  return parsed.ok ? { ...parsed, losses } : parsed;
}

function refused(message: string): ImportedSurveyJs {
  return { ok: false, problems: [{ path: [], message }] };
}

/** All questions of a survey by their names. JSON is not nested deeper than {@link parseJsonInTurns} allows. */
function elementsByName(survey: Readonly<Record<string, unknown>>) {
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  const waiting: unknown[] = [survey];
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    if (!isRecord(holder)) continue;
    const { name } = holder;
    if (typeof name === "string" && !found.has(name)) found.set(name, holder);
    for (const key of ["pages", "elements", "questions"]) {
      const list = holder[key];
      if (Array.isArray(list)) for (const inner of list) waiting.push(inner ?? null);
    }
  }
  return found;
}
