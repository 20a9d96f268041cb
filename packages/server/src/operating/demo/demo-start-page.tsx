import type { JSX } from "hono/jsx/jsx-runtime";
import { authorizationLink, teamCalls, teamTokenCall } from "../../pages/call-commands.ts";
import { Button } from "../../pages/components/button.tsx";
import { CallSteps } from "../../pages/components/call-steps.tsx";
import { CommandBlock } from "../../pages/components/command-block.tsx";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Identity, IdentityNote } from "../../pages/components/identity.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { VerifiedBadge } from "../../pages/components/verified-badge.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { demoCredentials } from "./demo-data.ts";
import { demoRedirectUri, type DemoApplication, type DemoPlace } from "./demo-place.ts";
import { demoRoles, demoSignInPath, type DemoRole } from "./demo-sign-in.ts";
import { demoTextsFor } from "./demo-texts.ts";

/** An application of the demo as the store knows it. */
export interface ApplicationView {
  readonly credentials: DemoApplication;
  readonly name: string;
  readonly description: string;
  readonly verified: boolean;
}

/** A team of the demo. */
export interface TeamView {
  readonly name: string;
  readonly id: number;
}

/** What the demo's first page needs. */
export type DemoStartPageProps = PageProps & {
  readonly place: DemoPlace;
  readonly signedIn: SignedIn | undefined;
  readonly people: readonly {
    readonly username: string;
    readonly password: string;
    readonly nickname: string;
    readonly isAdministrator: boolean;
  }[];
  readonly applications: readonly ApplicationView[];
  /** For the forms that sign in by one click; undefined where they are not served. */
  readonly csrf: string | undefined;
  /** Whether the mails of the demo can be read here. */
  readonly hasMailbox?: boolean;
  readonly premiumTeam: TeamView;
  readonly freeTeam: TeamView;
  /** A value for the links' state; a new one for every view. */
  readonly state: string;
};

/** The demo's first page: who to sign in as, which links to follow, which calls to paste. */
export function DemoStartPage(props: DemoStartPageProps): JSX.Element {
  const { language, path, signedIn } = props;
  const { start } = demoTextsFor(language);
  return (
    <Layout language={language} path={path} title={start.title} signedIn={signedIn} wide>
      <h1>{start.title}</h1>
      <p class="lead">{start.lead}</p>
      <Notice tone="warning" title={start.publicTitle}>
        {start.publicText}
      </Notice>
      <OneClick {...props} />
      <div class="columns">
        <People {...props} />
        <Onwards {...props} />
      </div>
      <section class="card">
        <h2>{start.web}</h2>
        <p>{start.webText}</p>
        <div class="columns">
          {props.applications.map((application) => (
            <AskingApplication {...props} application={application} />
          ))}
        </div>
      </section>
      <Teams {...props} />
      <CopyScript />
    </Layout>
  );
}

function OneClick({ language, csrf, people }: DemoStartPageProps): JSX.Element | null {
  if (csrf === undefined) return null;
  const { start } = demoTextsFor(language);
  const userOf = (role: DemoRole) => people.find(({ username }) => username === demoRoles[role].username);
  // The keys of the table are its roles. A demo that other machines reach has no administrator.
  const roles = (Object.keys(demoRoles) as readonly DemoRole[]).filter(
    (role) => role !== "administrator" || userOf(role)?.isAdministrator === true,
  );
  return (
    <section class="card">
      <h2>{start.oneClick}</h2>
      <div class="columns">
        {roles.map((role) => (
          <form method="post" action={demoSignInPath} class="stack">
            <HiddenFields values={{ csrf, role }} />
            <p>{start.roleText[role](<DisplayName name={userOf(role)?.nickname ?? ""} />)}</p>
            <p>
              <Button>
                <span>{start.signInRole[role]}</span>
              </Button>
            </p>
          </form>
        ))}
      </div>
    </section>
  );
}

function People({ language, people }: DemoStartPageProps): JSX.Element {
  const { start } = demoTextsFor(language);
  return (
    <section class="card">
      <h2>{start.people}</h2>
      <DefinitionList
        items={people.map(({ nickname, username, password }) => ({
          term: <DisplayName name={nickname} />,
          details: start.signInAs(<code>{username}</code>, <code>{password}</code>),
        }))}
      />
    </section>
  );
}

function Onwards({ language, hasMailbox = false }: DemoStartPageProps): JSX.Element {
  const { start } = demoTextsFor(language);
  return (
    <section class="card">
      <h2>{start.onwards}</h2>
      <ul class="links">
        <li>
          <a href="/account/applications">{start.applications}</a>
          <span>{start.applicationsText}</span>
        </li>
        <li>
          <a href="/docs/api">{start.reference}</a>
          <span>{start.referenceText}</span>
        </li>
        {hasMailbox ? (
          <li>
            <a href="/demo/mail">{start.mail}</a>
            <span>{start.mailText}</span>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function AskingApplication(
  props: DemoStartPageProps & { readonly application: ApplicationView },
): JSX.Element {
  const { language, place, state, application } = props;
  const { start } = demoTextsFor(language);
  const { name, description, verified, credentials } = application;
  const redirectUri = demoRedirectUri(place, credentials);
  const link = authorizationLink({ authUrl: place.authUrl, appid: credentials.appid, redirectUri, state });
  return (
    <div class="stack">
      <Identity
        name={name}
        shape="application"
        beside={<VerifiedBadge language={language} verified={verified} />}
      >
        <IdentityNote>
          <DisplayName name={description} />
        </IdentityNote>
      </Identity>
      <p>
        <a class="button button-primary" href={link}>
          <span>{start.ask(<DisplayName name={name} />)}</span>
        </a>
      </p>
      <p class="fine-print">{start.link}</p>
      <CommandBlock language={language} about={start.link} command={link} />
    </div>
  );
}

function Teams({ language, place, premiumTeam, freeTeam }: DemoStartPageProps): JSX.Element {
  const { start } = demoTextsFor(language);
  return (
    <>
      <section class="card">
        <h2>{start.team}</h2>
        <p>{start.teamText(<DisplayName name={premiumTeam.name} />, <code>{premiumTeam.id}</code>)}</p>
        <CallSteps language={language} calls={teamCalls(place.baseUrl, demoCredentials.premiumTeam)} />
      </section>
      <section class="card">
        <h2>{start.freeTeam}</h2>
        <p>{start.freeTeamText(<DisplayName name={freeTeam.name} />, <code>{freeTeam.id}</code>)}</p>
        <CommandBlock
          language={language}
          about={start.freeTeam}
          command={teamTokenCall(place.baseUrl, demoCredentials.freeTeam)}
        />
      </section>
    </>
  );
}
