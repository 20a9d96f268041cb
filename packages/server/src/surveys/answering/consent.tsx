import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CheckBox } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { linesOf } from "../../pages/form-lines.ts";
import { type FormProgress, changedAnswerOf } from "./form-progress.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { notes } from "./start-ticket.ts";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";

type Privacy = Pick<SurveyToAnswer, "privacy">;

/** Whether a respondent still has to agree to the text of the survey. Who changes an answer has agreed before. */
export function needsConsent({ privacy }: Privacy, progress: FormProgress): boolean {
  const { consentVersion } = privacy;
  if (consentVersion === 0 || changedAnswerOf(progress) !== undefined) return false;
  return agreedVersion(progress) !== consentVersion;
}

/** The version that a respondent agreed to; 0 for none. */
export function agreedVersion({ customArguments }: Pick<FormProgress, "customArguments">): number {
  return Number(customArguments[notes.consent] ?? 0);
}

/** The answer with what a form says of the consent. A form with another text than the present one says nothing of it. */
export function withConsent(
  { privacy }: Privacy,
  progress: FormProgress,
  fields: URLSearchParams,
): FormProgress {
  const version = String(privacy.consentVersion);
  if (privacy.consentVersion === 0 || fields.get("consent_version") !== version) return progress;
  const { [notes.consent]: _before, ...rest } = progress.customArguments;
  const isGiven = fields.get("consent") === "on";
  return { ...progress, customArguments: isGiven ? { ...rest, [notes.consent]: version } : rest };
}

/** The text that respondents have to agree to, in their language if it is there, with the box for it. */
export function ConsentBox({
  language,
  languages,
  privacy,
  isGiven,
}: Privacy & {
  readonly language: Language;
  /** Tags of the languages of the respondent and of the survey itself, where it says some. */
  readonly languages: { readonly own: string | undefined; readonly shown: string | undefined };
  readonly isGiven: boolean;
}): JSX.Element {
  const { consent: words } = answeringTextsFor(language);
  const translation = privacy.consentTranslations[languages.shown ?? ""];
  return (
    <fieldset class="card">
      <legend>{words.title}</legend>
      <div lang={translation === undefined ? languages.own : languages.shown} dir="auto">
        {linesOf(translation ?? privacy.consentText).map(({ text }) => (
          <p>{text}</p>
        ))}
      </div>
      <HiddenFields values={{ consent_version: String(privacy.consentVersion) }} />
      <CheckBox id="consent" label={words.agree} checked={isGiven} />
    </fieldset>
  );
}
