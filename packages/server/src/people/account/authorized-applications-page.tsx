import type { JSX } from "hono/jsx/jsx-runtime";
import { ApplicationIdentity } from "../../pages/components/application-identity.tsx";
import { scopeSentences, type WordsForAgents } from "../../grants/authorize/scope-lists.tsx";
import { dataScopes, readingScopes, type ScopeSet } from "../../model/scopes.ts";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { EmptyState, Pager, Search } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import type { PageProps } from "../../pages/layout.tsx";
import type { ChangeByActor } from "../../store/audit/changes-by-actor.ts";
import type { SignedIn } from "../../pages/signed-in.ts";
import { AccountLayout } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** One application that the user has authorized, with what they need to decide whether to keep it. */
export type AuthorizedApplication = {
  /** The id of the grant, sent to revoke it. */
  readonly grant: string;
  readonly name: string;
  readonly appid: string;
  readonly developer: string;
  readonly verified: boolean;
  /** Whether it may write too. */
  readonly mayWrite: boolean;
  readonly scopes: ScopeSet;
  /** How it is said what an agent may; undefined for what makes calls. */
  readonly agent?: WordsForAgents | undefined;
  /** How many surveys the user chose for it; null when it sees all. */
  readonly chosen: number | null;
  /** The path of a picture that this origin serves. */
  readonly logoPath?: string | undefined;
  /** Milliseconds since 1970 in UTC. */
  readonly firstGrantedAt: number;
  /** Milliseconds since 1970 in UTC; null when the application has never used it. */
  readonly lastUsedAt: number | null;
  /** The network that it came from then; null for what is no agent. */
  readonly lastNetwork: string | null;
  /** What it changed of surveys, the newest first. */
  readonly changes: readonly ChangeByActor[];
};

/** What the user has just done. */
export type AuthorizedApplicationsNotice = "revoked" | "revoked_all" | "surveys_changed";

/** Properties of the page. */
export type AuthorizedApplicationsPageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** Those of this page. */
  readonly applications: readonly AuthorizedApplication[];
  /** How many there are, whatever is searched for. */
  readonly total: number;
  /** How many surveys the user has. */
  readonly surveys: number;
  readonly search: string;
  readonly after?: string | undefined;
  readonly next?: string | undefined;
  /** An IANA zone such as `Asia/Shanghai`. */
  readonly timeZone: string;
  /** The action that the user has just performed. */
  readonly notice?: AuthorizedApplicationsNotice | undefined;
};

/** Every application that the user has authorized, with links to revoke access. */
export function AuthorizedApplicationsPage(props: AuthorizedApplicationsPageProps): JSX.Element {
  const { language, path, signedIn, total, notice } = props;
  const { authorizedApplications: words } = accountTextsFor(language);
  return (
    <AccountLayout language={language} path={path} title={words.title} signedIn={signedIn}>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      {total === 0 ? (
        <EmptyState title={words.emptyTitle}>
          <p>{words.emptyText}</p>
        </EmptyState>
      ) : (
        <Applications {...props} />
      )}
    </AccountLayout>
  );
}

function Applications(props: AuthorizedApplicationsPageProps): JSX.Element {
  const { language, path, applications, total, search, after, next, timeZone } = props;
  const { authorizedApplications: words } = accountTextsFor(language);
  return (
    <>
      <p class="lead">{words.lead}</p>
      <p class="fine-print">
        {words.count(total)} · {words.timeZone(timeZone)}
      </p>
      <Search language={language} path={path} label={words.search} value={search} />
      {applications.length === 0 ? (
        <EmptyState title={words.noMatchTitle}>
          <p>{words.noMatchText}</p>
        </EmptyState>
      ) : (
        <ul class="applications">
          {applications.map((application) => (
            <ApplicationItem {...props} application={application} />
          ))}
        </ul>
      )}
      <Pager language={language} path={path} parameters={{ q: search }} after={after} next={next} />
      <p>
        <a class="button button-danger" href={`${path}/revoke-all`}>
          {words.revokeAll}
        </a>
      </p>
    </>
  );
}

type ApplicationItemProps = AuthorizedApplicationsPageProps & { readonly application: AuthorizedApplication };

function ApplicationItem(props: ApplicationItemProps): JSX.Element {
  const { application, language, timeZone, path } = props;
  const { authorizedApplications: words } = accountTextsFor(language);
  const { firstGrantedAt, lastUsedAt, lastNetwork, changes, grant, name, mayWrite, scopes, agent } =
    application;
  const moment = (at: number): JSX.Element => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <li class="card">
      <ApplicationIdentity heading application={application} language={language} />
      <DefinitionList
        items={[
          { term: words.permissions, details: <Permissions {...{ language, mayWrite, scopes, agent }} /> },
          { term: words.surveys, details: <Surveys {...props} /> },
          { term: words.firstGranted, details: moment(firstGrantedAt) },
          { term: words.lastUsed, details: lastUsedAt === null ? words.never : moment(lastUsedAt) },
          ...(lastNetwork === null ? [] : [{ term: words.network, details: <code>{lastNetwork}</code> }]),
          ...(changes.length === 0 ? [] : [{ term: words.changes, details: <Changes {...props} /> }]),
        ]}
      />
      <p>
        <a class="button button-quiet" href={`${path}/revoke?grant=${encodeURIComponent(grant)}`}>
          {words.revoke}
          <span class="visually-hidden">{words.revokeOf(<DisplayName name={name} />)}</span>
        </a>
      </p>
    </li>
  );
}

/** Surveys by their numbers: the application chose their titles, or they are deleted. */
function Changes({ application, language, timeZone }: ApplicationItemProps): JSX.Element {
  const { authorizedApplications: words } = accountTextsFor(language);
  return (
    <ul class="plain-lines">
      {application.changes.map(({ action, target, at }) => (
        <li>
          {words.actions[action] ?? action} · <a href={`/surveys/${target}`}>{words.survey(target)}</a> ·{" "}
          <Moment at={at} timeZone={timeZone} language={language} />
        </li>
      ))}
    </ul>
  );
}

function Surveys({ application, language, path, surveys }: ApplicationItemProps): JSX.Element {
  const { authorizedApplications: words } = accountTextsFor(language);
  const { chosen, grant, name } = application;
  return (
    <>
      {chosen === null ? words.allSurveys(surveys) : words.chosenSurveys(chosen, surveys)}{" "}
      <a href={`${path}/surveys?grant=${encodeURIComponent(grant)}`}>
        {words.changeSurveys}
        <span class="visually-hidden">{words.changeSurveysOf(<DisplayName name={name} />)}</span>
      </a>
    </>
  );
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type PermissionsProps = Pick<ApplicationItemProps, "language"> &
  Pick<AuthorizedApplication, "mayWrite" | "scopes" | "agent">;

/** In the words of the consent page. */
function Permissions(props: PermissionsProps): JSX.Element {
  return (
    <ul class="plain-lines">
      {permissionsOf(props).map((permission) => (
        <li>{permission}</li>
      ))}
    </ul>
  );
}

/** A consent of the interface's own way is one to reading, or to reading and writing; one of OAuth is to any scopes. */
function permissionsOf({ language, mayWrite, scopes, agent }: PermissionsProps): readonly string[] {
  const { readingText, writingText } = accountTextsFor(language).authorizedApplications;
  if (agent !== undefined || (scopes !== readingScopes && scopes !== dataScopes))
    return scopeSentences(scopes, language, agent).map(sentenceCase);
  return mayWrite ? [readingText, writingText] : [readingText];
}
