import { isTeamManager, teamRoleNumbers } from "../model/team.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import { listInvitations, openInvitations } from "../store/people/invitation-table.ts";
import { listTeamMembers, type TeamMember, type TeamMemberSearch } from "../store/teams/team-member-table.ts";
import type { Store } from "../store/store.ts";
import { memberNotices, MembersPage } from "./members-page.tsx";
import { teamForUser, teamPath } from "./team-for-user.ts";
import { searchText } from "../pages/search-text.ts";

const perPage = 50;

/** `GET /teams/:id/members`: the members, and for those who manage the team its open invitations. */
export function memberList(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${teamPath}/members`,
    access: "user",
    handle: (pageRequest) => show(store, pageRequest),
  };
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, timeZone, session, context } = pageRequest;
  const team = await teamForUser(store, pageRequest);
  const search = searchText(context.req.query("q"));
  const after = keyIn(context.req.query("after"));
  const found = await listTeamMembers(store.reader, { teamId: team.id, search, after, limit: perPage + 1 });
  const members = found.slice(0, perPage);
  const last = members.at(-1);
  const given = context.req.query("notice");
  return renderPage(
    <MembersPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      team={team}
      userId={session.user.id}
      search={search}
      after={after && keyOf(after)}
      next={found.length > perPage && last !== undefined ? keyOf(last) : undefined}
      members={members}
      invitations={
        isTeamManager(team.role)
          ? await listInvitations(store.reader, { teamId: team.id, search, limit: openInvitations })
          : undefined
      }
      notice={memberNotices.find((notice) => notice === given)}
    />,
    { status: 200 },
  );
}

/** The list is ordered by role and then by id. */
function keyOf({ role, userId }: Pick<TeamMember, "role" | "userId">): string {
  return `${role}-${userId}`;
}

function keyIn(text = ""): TeamMemberSearch["after"] {
  const [, number = "", userId = ""] = /^(\d)-([1-9]\d{0,14})$/.exec(text) ?? [];
  const role = teamRoleNumbers.find((one) => String(one) === number);
  return role === undefined ? undefined : { role, userId: Number(userId) };
}
