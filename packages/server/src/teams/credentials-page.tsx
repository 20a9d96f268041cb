import type { JSX } from "hono/jsx/jsx-runtime";
import { StateNotice } from "../credentials/state-notice.tsx";
import { ApplicationState } from "../credentials/application-state.tsx";
import { credentialsTextsFor } from "../credentials/texts/credentials-texts.ts";
import { Copyable } from "../pages/components/copyable.tsx";
import { CopyScript } from "../pages/components/copy-button.tsx";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { EmptyState } from "../pages/components/list.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { ApplicationForUser } from "../store/applications/application-for-user-table.ts";
import type { IssuedTeamToken } from "../store/tokens/team-token-issue-table.ts";
import type { TeamForUser } from "../store/teams/team-table.ts";
import { teamAddress } from "./team-for-user.ts";
import { TeamFrame, type TeamPageProps } from "./team-frame.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";
import { TokenState, WhyTokensEnd } from "./token-state.tsx";
import { PlainLines } from "../pages/components/plain-lines.tsx";

/** What has just happened. */
export const credentialNotices = ["frozen", "unfrozen", "networks", "writing", "reading", "exists"] as const;

/** What the page shows. */
export type CredentialsPageProps = TeamPageProps & {
  readonly timeZone: string;
  readonly team: TeamForUser;
  /** Undefined when the team has no credentials yet. */
  readonly application: ApplicationForUser | undefined;
  /** The newest tokens, at most two. */
  readonly tokens: readonly IssuedTeamToken[];
  readonly notice?: (typeof credentialNotices)[number] | undefined;
};

/** The credentials of a team, for its creators and administrators. */
export function CredentialsPage(props: CredentialsPageProps): JSX.Element {
  const { language, team, application, notice } = props;
  const { credentials: words } = teamTextsFor(language);
  return (
    <TeamFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <p class="lead">{words.lead}</p>
      {team.plan === "premium" ? null : <Notice tone="warning">{words.freePlan}</Notice>}
      {application === undefined ? <None {...props} /> : <Present {...props} application={application} />}
      <CopyScript />
    </TeamFrame>
  );
}

function None({ language, team }: CredentialsPageProps): JSX.Element {
  const { credentials: words } = teamTextsFor(language);
  return (
    <EmptyState title={words.noneTitle}>
      <p>{words.noneText}</p>
      <p>
        <a class="button button-primary" href={teamAddress(team.id, "/credentials/new")}>
          {words.make}
        </a>
      </p>
    </EmptyState>
  );
}

type PresentProps = CredentialsPageProps & { readonly application: ApplicationForUser };

function Present(props: PresentProps): JSX.Element {
  const { language, team, application } = props;
  const { tokens: words, credentials } = teamTextsFor(language);
  return (
    <>
      <StateNotice application={application} words={credentials} />
      <Details {...props} />
      <div class="card">
        <h3>{words.title}</h3>
        <TokenState {...props} />
        <p>
          <a href={teamAddress(team.id, "/credentials/tokens")}>{words.more}</a>
        </p>
        <WhyTokensEnd language={language} />
      </div>
      <Danger {...props} />
    </>
  );
}

function Details({ language, team, application }: PresentProps): JSX.Element {
  const { credentials: words, overview, writing } = teamTextsFor(language);
  const { appid, allowedNetworks, mayWrite } = application;
  return (
    <div class="card">
      <DefinitionList
        items={[
          { term: words.appid, details: <Copyable language={language} about={words.appid} value={appid} /> },
          {
            term: words.teamId,
            details: <Copyable language={language} about={words.teamId} value={String(team.id)} />,
          },
          { term: words.state, details: <ApplicationState language={language} application={application} /> },
          { term: writing.term, details: mayWrite ? writing.on : writing.off },
          { term: words.networks, details: <PlainLines lines={allowedNetworks} none={words.anywhere} /> },
        ]}
      />
      <div class="actions">
        <a class="button button-quiet" href={teamAddress(team.id, "/credentials/secrets")}>
          {overview.secrets}
        </a>
        <a class="button button-quiet" href={teamAddress(team.id, "/credentials/networks")}>
          {words.editNetworks}
        </a>
        <a class="button button-quiet" href={teamAddress(team.id, "/credentials/writing")}>
          {mayWrite ? writing.switchOff.title : writing.switchOn.title}
        </a>
      </div>
    </div>
  );
}

function Danger({ language, team, application }: PresentProps): JSX.Element | null {
  const { credentials: words } = teamTextsFor(language);
  const { freezing } = credentialsTextsFor(language);
  const { disabled, frozenByOwner } = application;
  if (disabled && !frozenByOwner) return null;
  return (
    <div class="card card-danger">
      <h3>{frozenByOwner ? words.dangerFrozen : words.danger}</h3>
      {frozenByOwner ? null : <p>{words.dangerText}</p>}
      <p>
        <a
          class="button button-quiet"
          href={teamAddress(team.id, frozenByOwner ? "/credentials/unfreeze" : "/credentials/freeze")}
        >
          {freezing[frozenByOwner ? "unfreeze" : "freeze"].team}
        </a>
      </p>
    </div>
  );
}
