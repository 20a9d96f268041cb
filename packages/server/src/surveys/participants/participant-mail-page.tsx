import { languageName } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { Field, Select, TextArea } from "../../pages/components/field.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { MailingText, MailingTexts } from "../../model/mailing-text.ts";
import { participantsTextsFor } from "./texts/participants-texts.ts";

/** The fields of the form. */
export interface MailFields extends MailingTexts {
  readonly kind: "invitation" | "reminder";
  /** A date and a time in the zone of who sends it; "" for now. */
  readonly at: string;
}

/** What one of the listed would get. @param tag of the language; "" for the survey's own */
export interface MailPreview extends MailingText {
  readonly to: string;
  readonly tag: string;
}

/** What the page shows. */
export type ParticipantMailPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly fields: MailFields;
  readonly problems?: FormProblems;
  /** The address to which a test goes; null for none. */
  readonly email: string | null;
  readonly previews: readonly MailPreview[];
  /** Of the languages of the survey, its own first. */
  readonly tags: readonly string[];
  readonly isTested?: boolean;
};

/** The form in which an invitation or a reminder is written. */
export function ParticipantMailPage(props: ParticipantMailPageProps): JSX.Element {
  const { language, survey, problems = {}, isTested = false } = props;
  const words = participantsTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.mailTitle}>
      <h2>{words.mailTitle}</h2>
      {isTested ? (
        <Notice tone="success" role="status">
          {words.notices.tested}
        </Notice>
      ) : null}
      <ErrorSummary language={language} problems={problems} />
      <MailForm {...props} />
      {props.previews.map(({ to, tag, subject, body }) => (
        <section class="card">
          <h3>
            {words.previewOf(to)}
            {tag === "" ? "" : ` · ${languageName(tag, language)}`}
          </h3>
          <p lang={tag || undefined} dir="auto">
            <strong>
              <DisplayName name={subject} />
            </strong>
          </p>
          {body.split(/\n{2,}/).map((paragraph) => (
            <p lang={tag || undefined} dir="auto">
              <DisplayName name={paragraph} />
            </p>
          ))}
        </section>
      ))}
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/participants")}>
          {words.back}
        </a>
      </p>
    </SurveyFrame>
  );
}

/** The text in another language of the survey. */
function TranslationFields({
  language,
  fields,
  problems = {},
  tag,
}: ParticipantMailPageProps & { readonly tag: string }): JSX.Element {
  const words = participantsTextsFor(language);
  const { subject = "", body = "" } = fields.translations[tag] ?? {};
  const [subjectId, bodyId] = [`subject-${tag}`, `body-${tag}`];
  return (
    <details open={subject + body !== ""} class="stack">
      <summary>{words.textIn(languageName(tag, language))}</summary>
      <Field
        id={subjectId}
        label={words.subject}
        value={subject}
        error={problems[subjectId]}
        maxlength={150}
        required={false}
        autocomplete="off"
      />
      <TextArea
        id={bodyId}
        label={words.body}
        hint={words.translationHint}
        value={body}
        rows={8}
        error={problems[bodyId]}
        required={false}
      />
    </details>
  );
}

function MailForm(props: ParticipantMailPageProps): JSX.Element {
  const { language, signedIn, survey, timeZone, fields, problems = {}, email, tags } = props;
  const words = participantsTextsFor(language);
  return (
    <PostForm
      action={surveyAddress(survey.id, "/participants/mail")}
      main={{ label: words.preview, name: "do", value: "preview" }}
      values={{ csrf: signedIn.csrf }}
      class="card stack"
    >
      <Select
        id="kind"
        label={words.kind}
        value={fields.kind}
        error={problems["kind"]}
        options={(["invitation", "reminder"] as const).map((value) => ({ value, label: words.kinds[value] }))}
      />
      <Field
        id="subject"
        label={words.subject}
        value={fields.subject}
        error={problems["subject"]}
        maxlength={150}
        autocomplete="off"
      />
      <TextArea
        id="body"
        label={words.body}
        hint={words.bodyHint}
        value={fields.body}
        rows={8}
        error={problems["body"]}
      />
      {tags.slice(1).map((tag) => (
        <TranslationFields {...props} tag={tag} />
      ))}
      <Field
        id="at"
        type="datetime-local"
        label={words.at}
        hint={words.atHint(timeZone)}
        value={fields.at}
        error={problems["at"]}
        required={false}
        autocomplete="off"
      />
      <div class="actions">
        <Button name="do" value="preview">
          {words.preview}
        </Button>
        <Button kind="quiet" name="do" value="send">
          {words.send}
        </Button>
        {email === null ? (
          <span class="field-hint">{words.noAddress}</span>
        ) : (
          <Button kind="quiet" name="do" value="test">
            {words.test}
          </Button>
        )}
      </div>
    </PostForm>
  );
}
