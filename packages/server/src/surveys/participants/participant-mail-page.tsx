import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { Field, Select, TextArea } from "../../pages/components/field.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { participantsTextsFor } from "./texts/participants-texts.ts";

/** The fields of the form. */
export interface MailFields {
  readonly kind: "invitation" | "reminder";
  readonly subject: string;
  readonly body: string;
  /** A date and a time in the zone of who sends it; "" for now. */
  readonly at: string;
}

/** What the page shows. */
export type ParticipantMailPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly fields: MailFields;
  readonly problems?: FormProblems;
  /** The address to which a test goes; null for none. */
  readonly email: string | null;
  readonly previews: readonly { readonly to: string; readonly subject: string; readonly body: string }[];
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
      {props.previews.map(({ to, subject, body }) => (
        <section class="card">
          <h3>{words.previewOf(to)}</h3>
          <p>
            <strong>
              <DisplayName name={subject} />
            </strong>
          </p>
          {body.split(/\n{2,}/).map((paragraph) => (
            <p>
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

function MailForm({
  language,
  signedIn,
  survey,
  timeZone,
  fields,
  problems = {},
  email,
}: ParticipantMailPageProps): JSX.Element {
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
