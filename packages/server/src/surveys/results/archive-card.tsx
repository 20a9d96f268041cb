import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { CheckBox } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import type { SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the page of exports says of the survey whole, as an archive. */
export function ArchiveCard({
  language,
  survey,
  signedIn,
}: Pick<SurveyPageProps, "language" | "survey" | "signedIn">): JSX.Element {
  const { archive: words } = resultsTextsFor(language);
  return (
    <div class="card">
      <h3>{words.title}</h3>
      <p>{words.text}</p>
      <form method="post" action={surveyAddress(survey.id, "/export/archive")} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <CheckBox
          id="participants"
          label={words.participants}
          hint={words.participantsHint}
          checked={false}
        />
        <div class="actions">
          <Button kind="choice">{words.submit}</Button>
        </div>
      </form>
    </div>
  );
}
