import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import type { WatchFrequency } from "../../store/mail/survey-watch-table.ts";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { emailPath } from "./email-page.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** Where users see what the platform writes to them. */
export const mailNoticesPath = "/account/notices";

/** What the page needs. */
export type MailNoticesPageProps = AccountPageProps & {
  readonly email: string | null;
  readonly watches: readonly {
    readonly surveyId: number;
    readonly title: string;
    readonly frequency: WatchFrequency;
  }[];
  readonly hearsOfWebhooks: boolean;
};

/** What the platform writes to the user, and where that is changed. */
export function MailNoticesPage(props: MailNoticesPageProps): JSX.Element {
  const { language, email, watches } = props;
  const { mailNotices: words } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={words.title}>
      <section class="card">
        <p>{words.lead}</p>
        <p>
          {email === null ? words.noAddress : words.to(<b class="name">{email}</b>)}{" "}
          <a class="link-line" href={emailPath}>
            {words.changeAddress}
          </a>
        </p>
      </section>
      <section class="card">
        <h2>{words.surveys}</h2>
        {watches.length === 0 ? <p>{words.none}</p> : null}
        <ul class="links">
          {watches.map(({ surveyId, title, frequency }) => (
            <li>
              <a href={`/surveys/${surveyId}/notices`}>
                <DisplayName name={surveyTitle(title, language)} />
              </a>
              <span>{words.frequencies[frequency]}</span>
            </li>
          ))}
        </ul>
      </section>
      {email === null ? null : <WebhookNotices {...props} />}
    </AccountLayout>
  );
}

function WebhookNotices({ language, signedIn, hearsOfWebhooks }: MailNoticesPageProps): JSX.Element {
  const { mailNotices: words } = accountTextsFor(language);
  return (
    <section class="card">
      <h2>{words.webhooks}</h2>
      <p>{hearsOfWebhooks ? words.webhooksOn : words.webhooksOff}</p>
      <form method="post" action={mailNoticesPath}>
        <HiddenFields values={{ csrf: signedIn.csrf, webhooks: hearsOfWebhooks ? "off" : "on" }} />
        <Button kind="quiet">{hearsOfWebhooks ? words.stop : words.resume}</Button>
      </form>
    </section>
  );
}
