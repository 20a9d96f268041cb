import { DecisionForm } from "../../pages/components/decision-form.tsx";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { ApplicationIdentity } from "../../pages/components/application-identity.tsx";
import { picturePathOf } from "../../model/user-picture.ts";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Identity, IdentityNote } from "../../pages/components/identity.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Part } from "../../pages/components/part.tsx";
import { isWebAddress, OutsideLink } from "../../pages/components/outside-link.tsx";
import type { VerifiedBadgeProps } from "../../pages/components/verified-badge.tsx";
import { ChoiceProblem, SurveyChoice, type ShownChoice } from "../../pages/components/survey-choice.tsx";
import { unicodeHost, WebHost } from "../../pages/components/web-host.tsx";
import { durationText } from "@survey-open-platform/service";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { dataScopes, hasWriting } from "../../model/scopes.ts";
import { PermissionList } from "./permission-list.tsx";
import { ScopeLists, type AskedScopes } from "./scope-lists.tsx";

/** What the consent page says about the application. Nothing of it is trusted but `verified`, `mayWrite` and `logoPath`. */
export type ConsentApplication = {
  readonly name: string;
  readonly appid: string;
  readonly description: string;
  /** The path of a picture that this origin serves. */
  readonly logoPath?: string | undefined;
  readonly developer: string;
  /** An absolute address, or "" when it has none. */
  readonly homePage: string;
  readonly verified: boolean;
  /** Whether a warning above says already that no one has checked it. */
  readonly isSelfDescribed?: boolean | undefined;
  /** Whether it asks for writing too. */
  readonly mayWrite: boolean;
  readonly terms?: string | undefined;
  readonly privacy?: string | undefined;
};

/** What the consent page needs. */
export type ConsentPageProps = PageProps & {
  readonly csrf: string;
  /** The id of the pending request. */
  readonly requestId: string;
  readonly application: ConsentApplication;
  readonly user: {
    readonly nickname: string;
    readonly username: string;
    /** As it is stored; pages load only what this origin serves. */
    readonly avatar: string;
    readonly avatarSeed?: string | undefined;
  };
  /** Which surveys the application is to see. */
  readonly choice: ShownChoice;
  /** An IANA zone such as `Asia/Shanghai`. */
  readonly timeZone: string;
  /** Where the form goes. */
  readonly action: string;
  /** What the client is and how it asks: sentences that warn, above everything else. */
  readonly warnings?: readonly Child[] | undefined;
  /** Undefined in the interface's own way, which has one scope. */
  readonly scopes?: AskedScopes | undefined;
  /** The origin that the browser goes to afterwards, and its readable spelling when the two differ; undefined when a device goes on. */
  readonly destination: { readonly origin: string; readonly unicodeOrigin?: string | undefined } | undefined;
  /** The code that this device shows. */
  readonly userCode?: string | undefined;
  /** The host of the client's metadata document, which stands beside where the browser goes. */
  readonly documentHost?: string | undefined;
  readonly accessDays: number;
  readonly refreshDays: number;
  /** Where the form goes that asks for another account and keeps the request. */
  readonly switchAccountAction: string;
};

/**
 * Asks whether an application may use the reader's survey data. Render it with `formAction: false`.
 *
 * The order of the parts is the order in which a careful user needs them; the buttons come last.
 */
export function ConsentPage(props: ConsentPageProps): JSX.Element {
  const { language, path, application } = props;
  const { consent } = textsFor(language);
  return (
    <Layout language={language} path={path} title={consent.title(plainName(application.name))}>
      <article class="card consent">
        <h1>{consent.headline(<DisplayName name={application.name} />)}</h1>
        <ChoiceProblem language={language} problem={props.choice.problem} />
        {props.warnings?.map((warning) => (
          <Notice tone="warning">{warning}</Notice>
        ))}
        <ApplicationPart {...props} />
        <AccountPart {...props} />
        <PermissionParts {...props} />
        <ChoicePart {...props} />
        <DurationPart {...props} />
        <DestinationPart {...props} />
        <TermsPart {...props} />
        <DecisionPart {...props} />
      </article>
    </Layout>
  );
}

function ApplicationPart({ language, application }: ConsentPageProps): JSX.Element {
  const { consent } = textsFor(language);
  const { verified, description, homePage } = application;
  return (
    <Part title={consent.application}>
      <ApplicationIdentity language={language} application={application}>
        <HomePageNote language={language} homePage={homePage} />
      </ApplicationIdentity>
      {description === "" ? null : (
        <p class="quoted">
          {consent.description} <DisplayName name={description} />
        </p>
      )}
      {application.isSelfDescribed === true ? null : <Verification language={language} verified={verified} />}
    </Part>
  );
}

type HomePageNoteProps = Pick<ConsentPageProps, "language"> & Pick<ConsentApplication, "homePage">;

/** The host alone, because a path can say anything. */
function HomePageNote({ language, homePage }: HomePageNoteProps): JSX.Element {
  const { consent } = textsFor(language);
  if (!isWebAddress(homePage)) return <IdentityNote>{consent.noHomePage}</IdentityNote>;
  const { host } = new URL(homePage);
  return (
    <IdentityNote>
      {consent.homePage} <WebHost language={language} ascii={host} unicode={unicodeHost(host)} />
    </IdentityNote>
  );
}

function Verification({ language, verified }: VerifiedBadgeProps): JSX.Element {
  const { consent } = textsFor(language);
  if (verified) return <p class="fine-print">{consent.verifiedMeaning}</p>;
  return (
    <Notice tone="warning" title={consent.unverifiedTitle}>
      {consent.unverifiedMeaning}
    </Notice>
  );
}

function AccountPart(props: ConsentPageProps): JSX.Element {
  const { language, user, csrf, requestId, switchAccountAction } = props;
  const { consent } = textsFor(language);
  return (
    <Part title={consent.account}>
      <Identity
        name={user.nickname}
        seed={user.avatarSeed ?? user.username}
        imagePath={picturePathOf(user.avatar)}
      >
        <IdentityNote>
          <DisplayName name={user.username} />
        </IdentityNote>
      </Identity>
      <form method="post" action={switchAccountAction}>
        <HiddenFields values={{ csrf, request: requestId }} />
        <button type="submit" class="text-button">
          {consent.switchAccount}
        </button>
      </form>
    </Part>
  );
}

function PermissionParts({ language, scopes, application: { mayWrite } }: ConsentPageProps): JSX.Element {
  const { consent } = textsFor(language);
  const isWriting = mayWrite || (scopes !== undefined && hasWriting(scopes.held));
  const limits = isWriting ? consent.limits : [consent.readingOnly, ...consent.limits];
  return (
    <>
      <Part title={consent.may}>
        {scopes === undefined ? (
          <Permissions language={language} mayWrite={mayWrite} />
        ) : (
          <ScopeLists language={language} {...scopes} />
        )}
      </Part>
      <Part title={consent.mayNot}>
        <PermissionList icon="cross" sentences={limits} />
      </Part>
    </>
  );
}

function Permissions({
  language,
  mayWrite,
}: Pick<ConsentPageProps, "language"> & Pick<ConsentApplication, "mayWrite">): JSX.Element {
  const { consent } = textsFor(language);
  return (
    <>
      <h3>{consent.reading}</h3>
      <PermissionList icon="check" sentences={consent.readingPermissions} />
      {mayWrite ? (
        <>
          <h3>{consent.writing}</h3>
          <PermissionList icon="check" sentences={consent.writingPermissions} />
        </>
      ) : null}
    </>
  );
}

const formId = "decision";

/** For a sign-in alone there is nothing to choose. */
function ChoicePart({ language, timeZone, choice, scopes }: ConsentPageProps): JSX.Element | null {
  if (scopes !== undefined && ((scopes.asked | scopes.held) & dataScopes) === 0) return null;
  return (
    <Part title={textsFor(language).surveyChoice.legend}>
      <SurveyChoice language={language} timeZone={timeZone} form={formId} choice={choice} />
    </Part>
  );
}

const secondsPerDay = 86_400;

function DurationPart({ language, accessDays, refreshDays }: ConsentPageProps): JSX.Element {
  const { consent } = textsFor(language);
  const access = durationText(accessDays * secondsPerDay, language);
  const total = durationText(refreshDays * secondsPerDay, language);
  const link = (
    <a href="/account/applications" target="_blank" rel="noopener">
      {consent.revokeLink}
      <span class="visually-hidden">{textsFor(language).layout.opensInNewTab}</span>
    </a>
  );
  return (
    <Part title={consent.duration}>
      <p>{consent.durationText(access, total)}</p>
      <p>{consent.revoke(link)}</p>
    </Part>
  );
}

function DestinationPart(props: ConsentPageProps): JSX.Element {
  const { language, destination, documentHost, scopes, userCode } = props;
  const { consent, clientWarnings, device } = textsFor(language);
  if (destination === undefined)
    return (
      <Part title={consent.destination}>
        <p>{device.destination}</p>
        <p class="destination destination-large">
          <code>{userCode}</code>
        </p>
      </Part>
    );
  const { origin, unicodeOrigin = origin } = destination;
  return (
    <Part title={consent.destination}>
      <p>{consent.destinationText}</p>
      <p class={scopes === undefined ? "destination" : "destination destination-large"}>
        <WebHost language={language} ascii={origin} unicode={unicodeOrigin} />
      </p>
      {documentHost === undefined ? null : (
        <>
          <p>{clientWarnings.documentHost}</p>
          <p class="destination destination-large">
            <WebHost language={language} ascii={documentHost} unicode={unicodeHost(documentHost)} />
          </p>
        </>
      )}
    </Part>
  );
}

function TermsPart({ language, application: { terms, privacy } }: ConsentPageProps): JSX.Element {
  const { consent } = textsFor(language);
  const links = [
    { href: terms, label: consent.termsLink },
    { href: privacy, label: consent.privacyLink },
  ].flatMap(({ href, label }) => (isWebAddress(href) ? [{ href, label }] : []));
  return (
    <Part title={consent.terms}>
      {links.length === 0 ? <p>{consent.noTerms}</p> : null}
      {links.map((link) => (
        <p>
          <OutsideLink {...link} language={language} />
        </p>
      ))}
    </Part>
  );
}

function DecisionPart({ language, path, csrf, requestId, action }: ConsentPageProps): JSX.Element {
  const { consent } = textsFor(language);
  return (
    <DecisionForm
      action={action}
      id={formId}
      label={consent.decisionLabel}
      values={{ csrf, request: requestId, link: path }}
      decisions={[
        ["allow", consent.allow],
        ["deny", consent.deny],
      ]}
    />
  );
}
