import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { Select } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { Watch } from "../../store/mail/survey-watch-table.ts";
import type { FilterChoice } from "./results-filter.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the page shows. */
export type NoticesPageProps = SurveyPageProps & {
  readonly sendsMail: boolean;
  /** Where the user gets mails; null for nowhere. */
  readonly email: string | null;
  readonly watch: Watch | undefined;
  readonly choices: readonly FilterChoice[];
  readonly isSaved: boolean;
};

/** Whether, and when, the user hears of new answers. */
export function NoticesPage(props: NoticesPageProps): JSX.Element {
  const { language, sendsMail, email, isSaved } = props;
  const { notices: words } = resultsTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      {isSaved ? (
        <Notice tone="success" role="status">
          {words.saved}
        </Notice>
      ) : null}
      {sendsMail ? null : <Notice tone="info">{words.off}</Notice>}
      {sendsMail && email === null ? (
        <Notice tone="warning">
          {words.noAddress}{" "}
          <a class="link-line" href="/account/email">
            {words.addAddress}
          </a>
        </Notice>
      ) : null}
      {sendsMail ? <NoticesForm {...props} /> : null}
    </SurveyFrame>
  );
}

function NoticesForm({ language, signedIn, survey, email, watch, choices }: NoticesPageProps): JSX.Element {
  const { notices: words } = resultsTextsFor(language);
  const frequencies = ["never", "each", "hourly", "daily"] as const;
  return (
    <form method="post" action={surveyAddress(survey.id, "/notices")} class="card stack">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <p>{words.lead}</p>
      {email === null ? null : <p>{words.to(<b class="name">{email}</b>)}</p>}
      <Select
        id="frequency"
        label={words.frequency}
        value={watch?.frequency ?? "never"}
        options={frequencies.map((value) => ({ value, label: words.frequencies[value] }))}
      />
      <Select
        id="condition"
        label={words.condition}
        value={watch?.condition ?? ""}
        options={[{ value: "", label: words.everyAnswer }, ...choices]}
      />
      <Button>{words.submit}</Button>
    </form>
  );
}
