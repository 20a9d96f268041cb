import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DefinitionList, type Definition } from "../../pages/components/definition-list.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import type { Column } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import type { ListedAnyApplication } from "../../store/people/administration-lists.ts";
import { nameOfApplication } from "../../store/audit/name-of-application.ts";
import type { ApplicationImpact } from "../../store/applications/application-state.ts";
import type { RegisteredApplication } from "../../store/applications/application-table.ts";
import type { ApplicationForUser } from "../../store/applications/application-for-user-table.ts";
import {
  AdministrationFrame,
  AdministrationListPage,
  type AdministrationProps,
  type ListPage,
} from "./administration-frame.tsx";
import { DecisionLinks } from "./decision-links.tsx";
import { StateBadge } from "./state-badge.tsx";
import { teamListPath } from "./teams-page.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";
import { userListPath } from "./users-page.tsx";
import { PlainLines } from "../../pages/components/plain-lines.tsx";

/** Where all applications are listed. */
export const applicationListPath = "/admin/applications";

/** What an administrator can decide about an application. */
export type ApplicationDecision = "verify" | "unverify" | "freeze" | "unfreeze";

/** The column that names an application and leads to its page. */
export function applicationName(header: string): Column<{ readonly appid: string; readonly name: string }> {
  return {
    header,
    isRowHeader: true,
    cell: ({ appid, name }) => (
      <a href={`${applicationListPath}/${appid}`}>
        <DisplayName name={name} />
      </a>
    ),
  };
}

/** The applications of the platform. */
export function ApplicationListPage(
  props: AdministrationProps & ListPage<ListedAnyApplication>,
): JSX.Element {
  const { language, timeZone } = props;
  const { applications: words, clients, common } = administrationTextsFor(language);
  return (
    <AdministrationListPage
      {...props}
      title={common.applications}
      searchLabel={words.search}
      empty={{ title: words.empty, text: words.emptyText }}
      listPath={applicationListPath}
      columns={[
        applicationName(common.name),
        { header: "appid", cell: ({ appid }) => <code>{appid}</code> },
        {
          header: common.owner,
          cell: ({ owner }) => (owner === "" ? clients.selfMade : <DisplayName name={owner} />),
        },
        {
          header: common.state,
          cell: ({ kind, verified, disabled }) => (
            <ApplicationState
              language={language}
              kind={kind}
              verified={verified === 1}
              disabled={disabled === 1}
            />
          ),
        },
        {
          header: common.created,
          cell: ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} language={language} />,
        },
      ]}
    />
  );
}

type StateProps = Pick<AdministrationProps, "language"> &
  Pick<RegisteredApplication, "kind" | "verified" | "disabled">;

/** Users consent to what acts for them alone: only there does verification matter. */
function ApplicationState({ language, kind, verified, disabled }: StateProps) {
  const { applications: words } = administrationTextsFor(language);
  const verification = verified ? words.verified : words.unverified;
  return (
    <>
      <StateBadge language={language} disabled={disabled} /> {kind === "web" ? verification : words.ofTeam}
    </>
  );
}

/** What the page of one application shows. */
export type ApplicationPageProps = AdministrationProps & {
  readonly application: RegisteredApplication;
  /** What its owner sees of it. */
  readonly details: ApplicationForUser;
  readonly impact: ApplicationImpact;
};

/** One application, and what an administrator can decide about it. */
export function ApplicationPage(props: ApplicationPageProps): JSX.Element {
  const { application, language } = props;
  const { applications: words } = administrationTextsFor(language);
  const { appid, name } = application;
  return (
    <AdministrationFrame {...props} title={plainName(name)}>
      <div class="card">
        <DefinitionList items={[...identityOf(props), ...claimsOf(props), ...useOf(props)]} />
      </div>
      <DecisionLinks
        links={decisionsAbout(application).map((decision) => ({
          href: `${applicationListPath}/${appid}/${decision}`,
          label: words[decision],
        }))}
      />
    </AdministrationFrame>
  );
}

function identityOf({ application, language }: ApplicationPageProps): readonly Definition[] {
  const { common } = administrationTextsFor(language);
  const { appid, origin } = application;
  return [
    { term: "appid", details: <code>{appid}</code> },
    origin === "console" ? ownerOf(application, language) : originOf(application, language),
    { term: common.state, details: <ApplicationState {...application} language={language} /> },
  ];
}

function ownerOf({ kind, developer }: RegisteredApplication, language: Language): Definition {
  const owners = kind === "web" ? userListPath : teamListPath;
  return {
    term: administrationTextsFor(language).common.owner,
    details: (
      <a href={`${owners}?q=${encodeURIComponent(developer)}`}>
        <DisplayName name={developer} />
      </a>
    ),
  };
}

/** A client that describes itself has no owner here. Its address is no link: it may be hostile. */
function originOf({ origin, clientId }: RegisteredApplication, language: Language): Definition {
  const { clients: words } = administrationTextsFor(language);
  return {
    term: words.origin,
    details: origin === "document" ? <code>{clientId}</code> : words.origins.registered,
  };
}

/** What its developer says, which an administrator checks before verifying it. Addresses are no links: they may be hostile. */
function claimsOf({ details, language }: ApplicationPageProps): readonly Definition[] {
  const { applications: words } = administrationTextsFor(language);
  const { contact, description, homePage, terms, privacy, redirectUris, allowedNetworks } = details;
  const claims: readonly (readonly [string, string])[] = [
    [words.contact, contact],
    [words.description, description],
    [words.homePage, homePage],
    [words.terms, terms],
    [words.privacy, privacy],
  ];
  return [
    ...claims.map(([term, text]) => ({ term, details: text === "" ? words.none : text })),
    { term: words.redirectUris, details: <PlainLines lines={redirectUris} none={words.none} /> },
    { term: words.allowedNetworks, details: <PlainLines lines={allowedNetworks} none={words.anywhere} /> },
  ];
}

function useOf({ details, impact, language, timeZone }: ApplicationPageProps): readonly Definition[] {
  const { applications: words, common } = administrationTextsFor(language);
  return [
    { term: words.may, details: details.mayWrite ? words.writing : words.reading },
    { term: words.users, details: String(impact.users) },
    { term: words.validTokens, details: String(impact.tokens) },
    {
      term: words.changes,
      details: (
        <a href={`/admin/audit?q=${encodeURIComponent(nameOfApplication(details.appid))}`}>{words.inAudit}</a>
      ),
    },
    {
      term: common.created,
      details: <Moment at={details.createdAt} timeZone={timeZone} language={language} />,
    },
  ];
}

/** One that its owner froze can be frozen by an administrator too: then its owner cannot unfreeze it. */
function decisionsAbout({ kind, verified, disabled }: RegisteredApplication): readonly ApplicationDecision[] {
  const verification: readonly ApplicationDecision[] =
    kind === "web" ? [verified ? "unverify" : "verify"] : [];
  return [...verification, ...(disabled ? (["unfreeze", "freeze"] as const) : (["freeze"] as const))];
}
