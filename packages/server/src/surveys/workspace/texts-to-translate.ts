import {
  type SurveyDefinition,
  type SurveyPrivacy,
  translatedTexts,
  type TranslatedText,
} from "@survey-open-platform/surveys";

/** Names the texts of the settings among those of their survey: they are kept apart from the draft, and respondents see them at once. */
export const privacyTexts = ["responsible", "purpose", "consent"] as const;

/** What of the settings is translated. */
export type TranslatedPrivacy = Pick<
  SurveyPrivacy,
  "responsible" | "purpose" | "statementTranslations" | "consentText" | "consentTranslations"
>;

/** Every text that respondents see, beside its translation to a language: what is said about their data comes first. */
export function textsToTranslate(
  definition: SurveyDefinition,
  privacy: TranslatedPrivacy,
  tag: string,
): readonly TranslatedText[] {
  const said = privacyTexts.map((key) => ({ key, role: key, ...saidIn(privacy, tag)[key] }));
  return [...said.filter(({ text }) => text !== ""), ...translatedTexts(definition, tag)];
}

function saidIn(privacy: TranslatedPrivacy, tag: string) {
  const statement = privacy.statementTranslations[tag];
  return {
    responsible: { text: privacy.responsible, translation: statement?.responsible ?? "" },
    purpose: { text: privacy.purpose, translation: statement?.purpose ?? "" },
    consent: { text: privacy.consentText, translation: privacy.consentTranslations[tag] ?? "" },
  };
}
