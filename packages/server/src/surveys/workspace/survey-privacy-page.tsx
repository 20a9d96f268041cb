import { languageName } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { CheckBox, Field, TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { linesOf } from "../../pages/form-lines.ts";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { ConsentText } from "../../store/surveys/survey-privacy-table.ts";
import { languageListPath } from "./languages-page.tsx";
import type { PrivacyFields, PrivacyProblems } from "./survey-privacy-form.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the page shows. */
export type SurveyPrivacyPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly fields: PrivacyFields;
  readonly problems: PrivacyProblems;
  /** All texts of consent, the newest first. */
  readonly consents: readonly ConsentText[];
  readonly isSaved?: boolean;
};

/** Who is responsible for the answers, how long they stay, and what respondents agree to. */
export function SurveyPrivacyPage(props: SurveyPrivacyPageProps): JSX.Element {
  const { language, signedIn, survey, isSaved = false } = props;
  const { privacy: words, settings } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      {isSaved ? (
        <Notice tone="success" role="status">
          {settings.saved}
        </Notice>
      ) : null}
      <ErrorSummary language={language} problems={errorsOf(props)} />
      <form method="post" action={surveyAddress(survey.id, "/privacy")} class="stack editor-form">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <Fields {...props} />
        <div class="actions">
          <Button>{settings.save}</Button>
        </div>
      </form>
      <p>
        <a class="link-line" href={languageListPath(survey.id)}>
          {words.translate}
        </a>
      </p>
      <Consents {...props} />
    </SurveyFrame>
  );
}

function errorsOf({ language, problems }: SurveyPrivacyPageProps): Readonly<Record<string, string>> {
  const { privacy: words } = workspaceTextsFor(language);
  return Object.fromEntries(Object.entries(problems).map(([id, problem]) => [id, words.problems[problem]]));
}

function Fields(props: SurveyPrivacyPageProps): JSX.Element {
  const { language, fields } = props;
  const { privacy: words } = workspaceTextsFor(language);
  const common = (id: "responsible" | "purpose" | "answer_days" | "consent") => ({
    id,
    label: words.fields[id],
    hint: words.hints[id],
    value: fields[id],
    error: errorsOf(props)[id],
    required: false,
  });
  return (
    <>
      <Field {...common("responsible")} autocomplete="off" />
      <Field {...common("purpose")} autocomplete="off" />
      <Field {...common("answer_days")} autocomplete="off" inputmode="numeric" />
      <CheckBox
        id="keeps_counts"
        label={words.fields.keeps_counts}
        hint={words.hints.keeps_counts}
        checked={fields.keeps_counts === "on"}
      />
      <TextArea {...common("consent")} rows={8} />
    </>
  );
}

/** What respondents agreed to: answers and exports name the version. */
function Consents({ language, timeZone, consents }: SurveyPrivacyPageProps): JSX.Element | null {
  const { privacy: words } = workspaceTextsFor(language);
  if (consents.length === 0) return null;
  return (
    <>
      <h2>{words.versions}</h2>
      {consents.map(({ version, text, translations, createdAt }) => (
        <details class="card">
          <summary>
            {words.version(version)} <Moment at={createdAt} timeZone={timeZone} language={language} />
          </summary>
          {linesOf(text).map((line) => (
            <p>{line.text}</p>
          ))}
          {Object.entries(translations).map(([tag, translation]) => (
            <div lang={tag} dir="auto">
              <h3>{languageName(tag, language)}</h3>
              {linesOf(translation).map((line) => (
                <p>{line.text}</p>
              ))}
            </div>
          ))}
        </details>
      ))}
    </>
  );
}
