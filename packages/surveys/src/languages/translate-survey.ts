import type { SurveyDefinition } from "../model/definition.ts";
import type { Question } from "../model/question.ts";
import { mapTexts, questionTexts, type SurveyText, surveyTexts } from "./survey-texts.ts";
import { withBlanksOf } from "./text-blanks.ts";

/** Texts in one language, by the key of each text. */
export type Translation = Readonly<Record<string, string>>;

/** The tags of the languages that a survey is written in, its own one first; empty when it says none. */
export function languagesOf({
  language,
  translations = {},
}: Pick<SurveyDefinition, "language" | "translations">): readonly string[] {
  return language === undefined ? [] : [language, ...Object.keys(translations)];
}

/**
 * A survey in one of its languages; its own language stands in where a text is missing there. The same survey gives the same
 * object again, as long as it is kept.
 */
export function surveyIn(definition: SurveyDefinition, tag: string | undefined): SurveyDefinition {
  const translation = tag === undefined ? undefined : translationOf(definition, tag);
  if (translation === undefined || tag === undefined) return definition;
  const known = translated.get(definition) ?? new Map<string, SurveyDefinition>();
  translated.set(definition, known);
  const made =
    known.get(tag) ??
    mapTexts(definition, ({ key, text }) => {
      const translated = textOf(translation, key);
      return translated === undefined ? text : withBlanksOf(text, translated);
    });
  known.set(tag, made);
  return made;
}

/** Versions are kept in memory and asked for in few languages. */
const translated = new WeakMap<SurveyDefinition, Map<string, SurveyDefinition>>();

function translationOf({ translations = {} }: SurveyDefinition, tag: string): Translation | undefined {
  return Object.hasOwn(translations, tag) ? translations[tag] : undefined;
}

function textOf(translation: Translation, key: string): string | undefined {
  return Object.hasOwn(translation, key) ? translation[key] : undefined;
}

/** A text beside its translation; "" where it has none. */
export interface TranslatedText extends SurveyText {
  readonly translation: string;
}

/** Every text of a survey beside its translation to a language. */
export function translatedTexts(definition: SurveyDefinition, tag: string): readonly TranslatedText[] {
  const translation = translationOf(definition, tag) ?? {};
  return surveyTexts(definition).map((text) => ({
    ...text,
    translation: textOf(translation, text.key) ?? "",
  }));
}

/** Replaces the texts of one language. Those of parts that are not there any more go. */
export function withTranslation(
  definition: SurveyDefinition,
  tag: string,
  translation: Translation,
): SurveyDefinition {
  const kept = surveyTexts(definition).flatMap(({ key }) => {
    const text = textOf(translation, key) ?? "";
    return text === "" ? [] : [[key, text] as const];
  });
  return {
    ...definition,
    translations: { ...definition.translations, [tag]: Object.fromEntries(kept) },
  };
}

/** Removes a language with its texts. */
export function withoutLanguage(definition: SurveyDefinition, tag: string): SurveyDefinition {
  const { translations = {}, ...others } = definition;
  const left = Object.entries(translations).filter(([name]) => name !== tag);
  return left.length === 0 ? others : { ...others, translations: Object.fromEntries(left) };
}

/** Gives a copy of a question the translations of the question that it was made of: their texts are in the same order. */
export function copyTranslations(
  definition: SurveyDefinition,
  original: Question,
  copy: Question,
): SurveyDefinition {
  const { translations } = definition;
  if (translations === undefined) return definition;
  const copies = questionTexts(copy);
  const pairs = questionTexts(original).map(({ key }, at) => [key, copies[at]?.key ?? key] as const);
  const withCopies = Object.entries(translations).map(([tag, translation]) => {
    const copied = pairs.flatMap(([from, to]) => {
      const text = textOf(translation, from);
      return text === undefined ? [] : [[to, text] as const];
    });
    return [tag, { ...translation, ...Object.fromEntries(copied) }] as const;
  });
  return { ...definition, translations: Object.fromEntries(withCopies) };
}
