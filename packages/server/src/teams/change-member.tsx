import { mayAssign } from "../model/team.ts";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { numberInPath } from "../session/number-in-path.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import {
  findTeamMember,
  changeTeamRole,
  countTeamMember,
  type MemberOutcome,
  type TeamMember,
} from "../store/teams/team-member-table.ts";
import type { TeamForUser } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import { ChangeMemberPage } from "./change-member-page.tsx";
import { assignedRole } from "./invite.tsx";
import { managedTeam, teamActor, teamAddress, teamForbidden, teamPath } from "./team-for-user.ts";

/** The page that changes the role of a member. */
export function changingMember(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/members/:user`, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(pageRequest: UserRequest) {
        return showForm(store, pageRequest, { ...(await memberToChange(store, pageRequest)), status: 200 });
      },
    },
    { ...common, method: "POST", handle: (pageRequest: UserRequest) => change(store, pageRequest) },
  ];
}

/** A member of a team whom the user may change. */
export interface MemberToChange {
  readonly team: TeamForUser;
  readonly member: TeamMember;
}

/** Finds the member that a request is about. @throws `PageError` `not_found`, `team_forbidden` */
export async function memberToChange(store: Store, pageRequest: UserRequest): Promise<MemberToChange> {
  const team = await managedTeam(store, pageRequest);
  const member = await findTeamMember(store.reader, {
    teamId: team.id,
    userId: numberInPath(pageRequest, "user"),
  });
  if (member === undefined) throw notFound();
  if (!mayAssign(team.role, member.role)) throw teamForbidden();
  return { team, member };
}

async function change(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, ["role"]);
  const { team, member } = await memberToChange(store, pageRequest);
  const role = assignedRole(team, form.role);
  const { userId } = member;
  const outcome = await store.write(changeTeamRole, {
    teamId: team.id,
    userId,
    role,
    actor: teamActor(pageRequest),
  });
  if (isLastCreator(outcome))
    return showForm(store, pageRequest, { team, member, status: 409, isLast: true });
  return redirectTo(`${teamAddress(team.id, "/members")}?notice=role_changed`);
}

/** Whether a change was refused because the team would be without a creator. @throws `PageError` for other refusals */
export function isLastCreator(outcome: MemberOutcome): boolean {
  if (outcome === "not_found") throw notFound();
  if (outcome === "forbidden") throw teamForbidden();
  return outcome === "last_creator";
}

type FormView = MemberToChange & { readonly status: number; readonly isLast?: boolean };

async function showForm(
  store: Store,
  pageRequest: UserRequest,
  { team, member, status, isLast = false }: FormView,
): Promise<Response> {
  const { webhooks } = await countTeamMember(store.reader, { teamId: team.id, userId: member.userId });
  return renderPage(
    <ChangeMemberPage
      language={pageRequest.language}
      path={teamAddress(team.id, `/members/${member.userId}`)}
      signedIn={pageRequest.signedIn}
      team={team}
      member={member}
      isLast={isLast}
      webhooks={webhooks}
    />,
    { status },
  );
}
