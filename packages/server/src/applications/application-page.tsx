import type { JSX } from "hono/jsx/jsx-runtime";
import { StateNotice } from "../credentials/state-notice.tsx";
import { ApplicationState } from "../credentials/application-state.tsx";
import { Copyable } from "../pages/components/copyable.tsx";
import { CopyScript } from "../pages/components/copy-button.tsx";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { VerifiedBadge } from "../pages/components/verified-badge.tsx";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import type { ApplicationImpact } from "../store/applications/application-state.ts";
import type { ApplicationForUser } from "../store/applications/application-for-user-table.ts";
import { ApplicationFrame } from "./application-frame.tsx";
import { addressOf } from "./application-for-user.ts";
import { ChallengeNotice } from "./connect-page.tsx";
import { consoleTextsFor } from "./texts/console-texts.ts";
import type { ConsoleTexts } from "./texts/en.ts";
import { PlainLines } from "../pages/components/plain-lines.tsx";

/** What has just happened. */
export const applicationNotices = [
  "registered",
  "registered_public",
  "edited",
  "logo",
  "frozen",
  "unfrozen",
] as const;

/** What the page shows. */
export type ApplicationPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly timeZone: string;
  readonly application: ApplicationForUser;
  readonly impact: ApplicationImpact;
  /** Whether the newest link of the application had no code challenge. */
  readonly hasLinksWithoutChallenge: boolean;
  readonly notice?: (typeof applicationNotices)[number] | undefined;
};

/** An application as its owner sees it. */
export function ApplicationPage(props: ApplicationPageProps): JSX.Element {
  const { language, application, notice } = props;
  const { application: words } = consoleTextsFor(language);
  return (
    <ApplicationFrame {...props} title={words.overview}>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <StateNotice application={application} words={words} />
      <ChallengeNotice {...props} />
      <Details {...props} />
      <div class="actions">
        <a class="button button-quiet" href={addressOf(application.appid, "/edit")}>
          {words.edit}
        </a>
        <a class="button button-quiet" href={addressOf(application.appid, "/logo")}>
          {words.logo}
        </a>
      </div>
      <Danger {...props} />
      <CopyScript />
    </ApplicationFrame>
  );
}

function Details(props: ApplicationPageProps): JSX.Element {
  const { language, timeZone, application, impact } = props;
  const { application: words, list } = consoleTextsFor(language);
  const { appid, homePage, contact, verified, createdAt } = application;
  return (
    <div class="card">
      <h2>{words.details}</h2>
      <DefinitionList
        items={[
          { term: list.appid, details: <Copyable language={language} about={list.appid} value={appid} /> },
          { term: words.state, details: <ApplicationState language={language} application={application} /> },
          { term: words.verification, details: <VerifiedBadge language={language} verified={verified} /> },
          { term: words.users, details: String(impact.users) },
          { term: words.tokens, details: String(impact.tokens) },
          {
            term: words.redirectUris,
            details: <PlainLines lines={application.redirectUris} none={words.noRedirectUris} />,
          },
          { term: words.rules, details: <PlainLines lines={rulesOf(props)} none="" /> },
          {
            term: words.allowedNetworks,
            details: <PlainLines lines={application.allowedNetworks} none={words.anywhere} />,
          },
          ...(homePage === "" ? [] : [{ term: words.homePage, details: homePage }]),
          ...(contact === "" ? [] : [{ term: words.contact, details: contact }]),
          {
            term: words.registered,
            details: <Moment at={createdAt} timeZone={timeZone} language={language} />,
          },
        ]}
      />
    </div>
  );
}

function rulesOf({ language, application }: ApplicationPageProps): readonly string[] {
  const { application: words } = consoleTextsFor(language);
  return [
    application.mayWrite ? words.permissions.writing : words.permissions.reading,
    application.requiresPkce ? words.pkce.on : words.pkce.off,
    application.isPublic ? words.public : words.refresh[application.refreshRequiresSecret ? "on" : "off"],
  ];
}

function dangerTitle(
  words: ConsoleTexts["application"],
  { disabled, frozenByOwner }: ApplicationPageProps["application"],
): string {
  if (frozenByOwner) return words.dangerFrozen;
  return disabled ? words.delete : words.danger;
}

function Danger({ language, application }: ApplicationPageProps): JSX.Element {
  const { application: words } = consoleTextsFor(language);
  const { appid, disabled, frozenByOwner } = application;
  return (
    <div class="card card-danger">
      <h2>{dangerTitle(words, application)}</h2>
      {disabled ? null : <p>{words.dangerText}</p>}
      <div class="actions">
        {disabled ? null : (
          <a class="button button-quiet" href={addressOf(appid, "/freeze")}>
            {words.freeze}
          </a>
        )}
        {frozenByOwner ? (
          <a class="button button-quiet" href={addressOf(appid, "/unfreeze")}>
            {words.unfreeze}
          </a>
        ) : null}
        <a class="button button-quiet" href={addressOf(appid, "/delete")}>
          {words.delete}
        </a>
      </div>
    </div>
  );
}
