import type { JSX } from "hono/jsx/jsx-runtime";
import { isTeamManager, teamRoles } from "../model/team.ts";
import { Copyable } from "../pages/components/copyable.tsx";
import { CopyScript } from "../pages/components/copy-button.tsx";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { teamRoleName } from "../pages/texts/texts.ts";
import type { TeamForUser, TeamCounts } from "../store/teams/team-table.ts";
import { teamAddress } from "./team-for-user.ts";
import { PlanBadge } from "./plan-badge.tsx";
import { TeamFrame, type TeamPageProps } from "./team-frame.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What has just happened. */
export const teamNotices = ["created", "joined", "renamed", "handed_over"] as const;

/** What the page shows. */
export type TeamOverviewPageProps = TeamPageProps & {
  readonly timeZone: string;
  readonly team: TeamForUser;
  readonly counts: TeamCounts;
  readonly notice?: (typeof teamNotices)[number] | undefined;
};

/** A team as one of its members sees it. */
export function TeamOverviewPage(props: TeamOverviewPageProps): JSX.Element {
  const { language, team, notice } = props;
  const { overview: words } = teamTextsFor(language);
  return (
    <TeamFrame {...props} title={words.overview}>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <Facts {...props} />
      {isTeamManager(team.role) ? <ForPrograms {...props} /> : null}
      {team.role === teamRoles.creator ? (
        <div class="actions">
          <Action href={teamAddress(team.id, "/rename")} label={words.rename} />
        </div>
      ) : null}
      <Danger {...props} />
      <CopyScript />
    </TeamFrame>
  );
}

/** What the team's programs need: for those who manage its credentials. */
function ForPrograms({ language, team }: TeamOverviewPageProps): JSX.Element {
  const { overview: words, plans } = teamTextsFor(language);
  return (
    <>
      <div class="card">
        <h2>{words.id}</h2>
        <p>
          <Copyable language={language} about={words.id} value={String(team.id)} />
        </p>
        <p>{words.idText}</p>
      </div>
      <div class="card">
        <h2>{words.plan}</h2>
        <p>
          <PlanBadge language={language} plan={team.plan} />
        </p>
        <p>{team.plan === "premium" ? plans.premiumText : plans.freeText}</p>
        <p class="fine-print">{plans.whoChanges}</p>
      </div>
    </>
  );
}

/** What every member wants to know. */
function Facts({ language, timeZone, team, counts }: TeamOverviewPageProps): JSX.Element {
  const { overview: words } = teamTextsFor(language);
  return (
    <div class="card">
      <h2>{words.overview}</h2>
      <DefinitionList
        items={[
          { term: words.role, details: teamRoleName(team.role, language) },
          { term: words.memberCount, details: String(counts.members) },
          { term: words.surveys, details: String(counts.surveys) },
          {
            term: words.created,
            details: <Moment at={team.createdAt} timeZone={timeZone} language={language} />,
          },
          ...(isTeamManager(team.role)
            ? []
            : [
                { term: words.plan, details: <PlanBadge language={language} plan={team.plan} /> },
                {
                  term: words.id,
                  details: <Copyable language={language} about={words.id} value={String(team.id)} />,
                },
              ]),
        ]}
      />
      <p>
        <a class="button button-choice" href={`/surveys?team=${team.id}`}>
          {words.toSurveys}
        </a>
      </p>
    </div>
  );
}

function Danger({ language, team }: TeamOverviewPageProps): JSX.Element {
  const { overview: words } = teamTextsFor(language);
  const isCreator = team.role === teamRoles.creator;
  return (
    <div class="card card-danger">
      <h2>{isCreator ? words.danger : words.dangerMember}</h2>
      {isCreator ? <p>{words.dangerText}</p> : null}
      <div class="actions">
        <Action href={teamAddress(team.id, "/leave")} label={words.leave} />
        {isCreator ? (
          <>
            <Action href={teamAddress(team.id, "/hand-over")} label={words.handOver} />
            <Action href={teamAddress(team.id, "/delete")} label={words.delete} />
          </>
        ) : null}
      </div>
    </div>
  );
}

function Action({ href, label }: { readonly href: string; readonly label: string }): JSX.Element {
  return (
    <a class="button button-quiet" href={href}>
      {label}
    </a>
  );
}
