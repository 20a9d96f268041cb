import type { JSX } from "hono/jsx/jsx-runtime";
import { isTeamManager, mayAssign } from "../model/team.ts";
import { DisplayName } from "../pages/components/display-name.tsx";
import { DataTable, EmptyState, Pager, Search } from "../pages/components/list.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { teamRoleName } from "../pages/texts/texts.ts";
import type { Invitation } from "../store/people/invitation-table.ts";
import type { TeamMember } from "../store/teams/team-member-table.ts";
import { InvitationTable } from "./invitation-table.tsx";
import { teamAddress } from "./team-for-user.ts";
import { TeamFrame, type TeamPageProps } from "./team-frame.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What has just happened. */
export const memberNotices = ["role_changed", "removed", "withdrawn", "repeated"] as const;

/** What the page shows. */
export type MembersPageProps = TeamPageProps & {
  readonly timeZone: string;
  /** Who looks at it. */
  readonly userId: number;
  readonly search: string;
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly members: readonly TeamMember[];
  /** Undefined for members who do not manage the team. */
  readonly invitations: readonly Invitation[] | undefined;
  readonly notice?: (typeof memberNotices)[number] | undefined;
};

/** The members of a team. */
export function MembersPage(props: MembersPageProps): JSX.Element {
  const { language, team, search, after, next, members, invitations, notice } = props;
  const { members: words } = teamTextsFor(language);
  const path = teamAddress(team.id, "/members");
  return (
    <TeamFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {notice === undefined ? null : (
        <Notice tone={notice === "repeated" ? "warning" : "success"} role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <Search
        language={language}
        path={path}
        label={invitations === undefined ? words.search : words.searchAll}
        value={search}
      />
      {members.length === 0 ? (
        <EmptyState title={words.noMatchTitle}>
          <p>{words.noMatchText}</p>
        </EmptyState>
      ) : (
        <MemberTable {...props} />
      )}
      <Pager language={language} path={path} parameters={{ q: search }} after={after} next={next} />
      {invitations === undefined ? null : <Invitations {...props} invitations={invitations} />}
    </TeamFrame>
  );
}

function MemberTable(props: MembersPageProps): JSX.Element {
  const { language, team, userId, members } = props;
  const { members: words } = teamTextsFor(language);
  const isManager = isTeamManager(team.role);
  return (
    <DataTable
      caption={words.caption}
      rows={members}
      columns={[
        {
          header: words.name,
          isRowHeader: true,
          cell: (row) => (
            <>
              <DisplayName name={row.nickname} />
              {row.userId === userId ? ` (${words.you})` : null}
              {row.disabled ? ` (${words.disabled})` : null}
            </>
          ),
        },
        // The name that a user signs in with is shown to those alone who manage the team.
        ...(isManager
          ? [{ header: words.username, cell: (row: TeamMember) => <code>{row.username}</code> }]
          : []),
        { header: words.role, cell: ({ role }) => teamRoleName(role, language) },
        { header: words.action, cell: (row) => <MemberAction {...props} member={row} /> },
      ]}
    />
  );
}

function MemberAction({
  language,
  team,
  userId,
  member,
}: MembersPageProps & { readonly member: TeamMember }): JSX.Element {
  const { members: words } = teamTextsFor(language);
  if (member.userId === userId) return <a href={teamAddress(team.id, "/leave")}>{words.leave}</a>;
  if (!mayAssign(team.role, member.role)) return <>–</>;
  return (
    <a href={teamAddress(team.id, `/members/${member.userId}`)}>
      {words.change}
      <span class="visually-hidden">{words.changeOf(member.nickname)}</span>
    </a>
  );
}

function Invitations(props: MembersPageProps & { readonly invitations: readonly Invitation[] }): JSX.Element {
  const { language, team, search, invitations } = props;
  const { members: words } = teamTextsFor(language);
  return (
    <>
      <h2>{words.invitations}</h2>
      {invitations.length === 0 ? (
        <p>{search === "" ? words.noInvitations : words.noInvitationFound}</p>
      ) : (
        <InvitationTable {...props} />
      )}
      <p>
        <a class="button button-primary" href={teamAddress(team.id, "/invitations/new")}>
          {words.invite}
        </a>
      </p>
    </>
  );
}
