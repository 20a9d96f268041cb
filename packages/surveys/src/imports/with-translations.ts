import type { SurveyDefinition } from "../model/definition.ts";
import { idsOf } from "../model/ids.ts";
import { checkTranslation } from "../languages/check-translation.ts";
import {
  languageName,
  languageTag,
  mostSurveyLanguages,
  offeredLanguages,
} from "../languages/language-tag.ts";
import { surveyTexts } from "../languages/survey-texts.ts";
import { withoutBlankIds } from "../languages/text-blanks.ts";
import { languagesOf, withTranslation } from "../languages/translate-survey.ts";

/** A survey as it was made of the texts of one language of a file. */
export interface SurveyInLanguage {
  /** As the file names it. */
  readonly language: string;
  readonly definition: SurveyDefinition;
}

/** A survey with its translations, and the languages that could not be taken, as the file names them. */
export interface Translated {
  readonly definition: SurveyDefinition;
  readonly lost: readonly string[];
}

/** Puts a survey and the same in other languages together. Their parts have the same ids, in the same order. */
export function withTranslations(own: SurveyInLanguage, others: readonly SurveyInLanguage[]): Translated {
  const tag = tagOf(own.language);
  if (tag === undefined) return { definition: own.definition, lost: others.map(({ language }) => language) };
  let definition: SurveyDefinition = { ...own.definition, language: tag };
  const lost: string[] = [];
  const ids = idsOf(own.definition).join(" ");
  for (const other of others) {
    const known = languagesOf(definition);
    const otherTag = tagOf(other.language);
    const isAlike = idsOf(other.definition).join(" ") === ids;
    if (otherTag === undefined || known.includes(otherTag) || known.length >= mostSurveyLanguages || !isAlike)
      lost.push(other.language);
    else definition = withTranslation(definition, otherTag, translationOf(own.definition, other.definition));
  }
  return { definition, lost };
}

/** What the other language says differently. */
function translationOf(own: SurveyDefinition, other: SurveyDefinition): Readonly<Record<string, string>> {
  const originals = new Map(surveyTexts(own).map((text) => [text.key, text]));
  const texts = surveyTexts(other).flatMap(({ key, text }) => {
    const original = originals.get(key);
    const translation = withoutBlankIds(text);
    if (original === undefined || translation === withoutBlankIds(original.text)) return [];
    return checkTranslation(original, translation) === undefined ? [[key, translation] as const] : [];
  });
  return Object.fromEntries(texts);
}

/**
 * The tag of a language as files name it: `de`, `German`, `Deutsch` or `German (de)`.
 *
 * @returns undefined for a language that is not known
 */
export function tagOf(name: string): string | undefined {
  const inParentheses = /\(([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]+)*)\)\s*$/.exec(name)?.[1];
  const given = inParentheses ?? name.trim();
  const tag = languageTag(given);
  return tag !== undefined && isNamed(tag) ? tag : byName.get(name.trim().toLowerCase());
}

/** Whether a tag is that of a language, and no word that only looks like one. */
function isNamed(tag: string): boolean {
  const [primary = ""] = tag.split("-");
  return languageName(primary, "en") !== primary;
}

/** Languages that survey systems offer, by their names in English and in themselves. */
const byName: ReadonlyMap<string, string> = new Map(
  [...offeredLanguages, "zh"].flatMap((tag) =>
    [languageName(tag, "en"), languageName(tag)].map((name) => [name.toLowerCase(), tag] as const),
  ),
);
