import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";

/** What of the settings says something about a respondent's data. */
export type StatedSettings = Pick<SurveyToAnswer, "privacy" | "addressDays" | "isAnonymous">;

/** What is kept of a respondent, in one sentence made from the settings. */
export function PrivacyStatement({
  language,
  survey,
  tag = "",
}: {
  readonly language: Language;
  readonly survey: StatedSettings;
  /** BCP 47 tag of the language in which the survey is shown; undefined where it says none. */
  readonly tag: string | undefined;
}): JSX.Element {
  const { statement: words } = answeringTextsFor(language);
  const translated = survey.privacy.statementTranslations[tag];
  const responsible = translated?.responsible || survey.privacy.responsible;
  const purpose = translated?.purpose || survey.privacy.purpose;
  const parts = [
    ...(responsible === "" ? [] : [words.responsible(responsible)]),
    ...(purpose === "" ? [] : [words.purpose(purpose)]),
    words.kept(survey.privacy.answerDays),
    survey.isAnonymous || survey.addressDays === 0 ? words.noAddress : words.address(survey.addressDays),
  ];
  return (
    <p class="field-hint">
      {words.sentence(parts)}{" "}
      <a href="/privacy" target="_blank" rel="noopener">
        {words.more}
      </a>
    </p>
  );
}
