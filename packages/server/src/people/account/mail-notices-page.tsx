import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import type { WatchFrequency } from "../../store/mail/survey-watch-table.ts";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { BouncedAddress } from "./bounced-address.tsx";
import { emailPath } from "./email-page.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** Where users see what the platform writes to them. */
export const mailNoticesPath = "/account/notices";

/** What users can have sent or not beside the surveys that they watch. */
export const noticeTopics = ["webhooks", "sharing", "mentions"] as const;

/** One of them. */
export type NoticeTopic = (typeof noticeTopics)[number];

/** What the page needs. */
export type MailNoticesPageProps = AccountPageProps & {
  readonly email: string | null;
  readonly bounceStatus: string;
  readonly watches: readonly {
    readonly surveyId: number;
    readonly title: string;
    readonly frequency: WatchFrequency;
    /** "" for all answers. */
    readonly condition: string;
  }[];
  /** The topics that the user hears of. */
  readonly wanted: ReadonlySet<NoticeTopic>;
};

/** What the platform writes to the user, and where that is changed. */
export function MailNoticesPage(props: MailNoticesPageProps): JSX.Element {
  const { language, email, watches } = props;
  const { mailNotices: words } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={words.title}>
      <BouncedAddress {...props} />
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
        {watches.length === 0 ? null : <p>{words.surveysText}</p>}
        {watches.map((watch) => (
          <WatchForm {...props} watch={watch} />
        ))}
      </section>
      {email === null ? null : noticeTopics.map((topic) => <TopicNotices {...props} topic={topic} />)}
    </AccountLayout>
  );
}

function WatchForm({
  language,
  signedIn,
  watch,
}: MailNoticesPageProps & { readonly watch: MailNoticesPageProps["watches"][number] }): JSX.Element {
  const { mailNotices: words } = accountTextsFor(language);
  const { surveyId, frequency, condition } = watch;
  const title = surveyTitle(watch.title, language);
  const frequencies = ["each", "hourly", "daily", "never"] as const;
  return (
    <form method="post" action={mailNoticesPath} class="stack">
      <HiddenFields values={{ csrf: signedIn.csrf, survey: String(surveyId) }} />
      <h3>
        <DisplayName name={title} />
      </h3>
      <p>
        <a class="link-line" href={`/surveys/${surveyId}/notices`}>
          {condition === "" ? words.conditions.all : words.conditions.some}
        </a>
      </p>
      <div class="actions">
        <div class="field">
          <select name="frequency" aria-label={words.frequencyOf(plainName(title))}>
            {frequencies.map((value) => (
              <option value={value} selected={value === frequency}>
                {words.frequencies[value]}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" class="button button-quiet" aria-label={words.changeOf(plainName(title))}>
          {words.change}
        </button>
      </div>
    </form>
  );
}

function TopicNotices({
  language,
  signedIn,
  wanted,
  topic,
}: MailNoticesPageProps & { readonly topic: NoticeTopic }): JSX.Element {
  const { mailNotices: words } = accountTextsFor(language);
  const about = words.topics[topic];
  const isOn = wanted.has(topic);
  return (
    <section class="card">
      <h2>{about.title}</h2>
      <p>{isOn ? about.on : about.off}</p>
      <form method="post" action={mailNoticesPath}>
        <HiddenFields values={{ csrf: signedIn.csrf, [topic]: isOn ? "off" : "on" }} />
        <button
          type="submit"
          class="button button-quiet"
          aria-label={isOn ? words.stopOf(about.title) : words.resumeOf(about.title)}
        >
          {isOn ? words.stop : words.resume}
        </button>
      </form>
    </section>
  );
}
