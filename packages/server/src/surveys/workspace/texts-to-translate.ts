import {
  type SurveyDefinition,
  type SurveyPrivacy,
  translatedTexts,
  type TranslatedText,
} from "@survey-open-platform/surveys";

/** Names the text of consent among those of its survey; it is a setting, and has versions of its own. */
export const consentKey = "consent";

/** Every text that respondents see, beside its translation to a language: what they have to agree to comes first. */
export function textsToTranslate(
  definition: SurveyDefinition,
  { consentText, consentTranslations }: Pick<SurveyPrivacy, "consentText" | "consentTranslations">,
  tag: string,
): readonly TranslatedText[] {
  const texts = translatedTexts(definition, tag);
  if (consentText === "") return texts;
  const translation = consentTranslations[tag] ?? "";
  return [{ key: consentKey, role: "consent", text: consentText, translation }, ...texts];
}
