import { type ParsedSurveyJson, surveyOfJsonInTurns } from "../../json-form/survey-json.ts";
import { mostSurveyLanguages } from "../../languages/language-tag.ts";
import type { SurveyDefinition } from "../../model/definition.ts";
import { idMaker } from "../../model/ids.ts";
import { atOnce, type InTurns } from "../../model/in-turns.ts";
import { parseJsonInTurns } from "../../model/parse-json.ts";
import type { Problem } from "../../model/problem.ts";
import { otherSource } from "./other-source.ts";
import type { ImportLoss } from "../../model/import-loss.ts";
import { isRecord } from "../is-record.ts";
import { SourceCodes } from "../source-codes.ts";
import { lossesOfExtras } from "../neutral-extras.ts";
import { RepeatedBytes } from "../repeated-bytes.ts";
import { type SurveyInLanguage, tagOf, withTranslations } from "../with-translations.ts";
import { type ImportContext, ownLanguages, SurveyJsObject, textOf } from "./survey-js-object.ts";
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

/** Reads a survey of SurveyJS in each of its languages, from JSON that was parsed; see {@link importSurveyJsInTurns}. */
export function* surveyJsOfJsonInTurns(json: unknown, how: SurveyJsImport): InTurns<ImportedSurveyJs> {
  if (!isRecord(json)) return refused("must be an object");
  const other = otherSource(json);
  if (other !== undefined) return refused(other);
  const bytes = new RepeatedBytes(how.randomBytes);
  const own = yield* readIn(json, { ...how, randomBytes: bytes.draw });
  const { language, others } = languagesOf(own.context);
  if (!own.parsed.ok || others.length === 0) return importedAs(own);
  const translations: SurveyInLanguage[] = [];
  for (const { locale, language: name } of others) {
    const { parsed } = yield* readIn(json, { ...how, randomBytes: bytes.again() }, locale);
    if (parsed.ok) translations.push({ language: name, definition: parsed.definition });
  }
  const { definition, lost } = withTranslations(
    { language, definition: own.parsed.definition },
    translations,
  );
  const losses = lost.length === 0 ? [] : [{ at: "", code: "languages", what: lost.join(", ") } as const];
  return { ok: true, definition, losses: [...lossesOf(own.context), ...losses] };
}

function lossesOf({ losses, extras }: ImportContext): readonly ImportLoss[] {
  return [...losses, ...lossesOfExtras(extras)];
}

interface ReadSurvey {
  readonly parsed: ParsedSurveyJson;
  readonly context: ImportContext;
}

function importedAs({ parsed, context }: ReadSurvey): ImportedSurveyJs {
  if (!parsed.ok) return parsed;
  const language = context.locale === "" ? undefined : tagOf(context.locale);
  const definition = language === undefined ? parsed.definition : { ...parsed.definition, language };
  return { ok: true, definition, losses: lossesOf(context) };
}

/** @param inLocale the language of the texts; default: the survey's own one */
function* readIn(
  json: Readonly<Record<string, unknown>>,
  { language, randomBytes }: SurveyJsImport,
  inLocale?: string,
): InTurns<ReadSurvey> {
  const losses: ImportLoss[] = [];
  const extras = { calculations: [], repeats: [] };
  const common = { language, inLocale, locales: new Set<string>(), losses, extras };
  const locale = textOf(json["locale"], { ...common, locale: "" });
  const codes = new SourceCodes((what) => losses.push({ at: "", code: "setting", what }));
  const elements = elementsByName(json);
  const context = { ...common, locale, makeId: idMaker([], randomBytes), codes, elements };
  const made = yield* new SurveyImport(context).read(new SurveyJsObject(json, context));
  return { parsed: yield* surveyOfJsonInTurns(made, randomBytes), context };
}

/** The language that SurveyJS means by `default`. */
const usualLanguage = "en";

function languageNamed(locale: string): string {
  return locale === "default" ? usualLanguage : locale;
}

/** The language of a survey and its others, with what the file calls each. */
function languagesOf(context: ImportContext) {
  const found = [...context.locales].filter((name) => name === "default" || tagOf(name) !== undefined);
  const inFile = new Set(found.map((name) => name.toLowerCase()));
  const own = ownLanguages(context).find((name) => inFile.has(name)) ?? "default";
  const language = context.locale || languageNamed(own);
  // Names come before what stands for one of them.
  const ordered = [
    ...found.filter((name) => name !== "default"),
    ...found.filter((name) => name === "default"),
  ];
  const seen = new Set([tagOf(language)]);
  const others = ordered.flatMap((locale) => {
    const tag = tagOf(languageNamed(locale));
    if (seen.has(tag) || locale.toLowerCase() === own) return [];
    seen.add(tag);
    return [{ locale, language: languageNamed(locale) }];
  });
  return { language, others: others.slice(0, mostSurveyLanguages) };
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
    for (const key of ["pages", "elements", "questions", "templateElements"]) {
      const list = holder[key];
      if (Array.isArray(list)) for (const inner of list) waiting.push(inner ?? null);
    }
  }
  return found;
}
