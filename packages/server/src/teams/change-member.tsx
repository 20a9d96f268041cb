import { mayAssign } from "../model/team.ts";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { numberInPath } from "../session/number-in-path.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import {
  findTeamMember,
  changeTeamRole,
  countTeamMember,
  type MemberOutcome,
  type TeamMember,
} from "../store/teams/team-member-table.ts";
import type { OwnTeam } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import { ChangeMemberPage } from "./change-member-page.tsx";
import { assignedRole } from "./invite.tsx";
import { managedTeam, teamActor, teamAddress, teamForbidden, teamPath } from "./own-team.ts";

/** The page that changes the role of a member. */
export function changingMember(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/members/:user`, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(visit: UserVisit) {
        return showForm(store, visit, { ...(await memberToChange(store, visit)), status: 200 });
      },
    },
    { ...common, method: "POST", handle: (visit: UserVisit) => change(store, visit) },
  ];
}

/** A member of a team whom the user may change. */
export interface MemberToChange {
  readonly team: OwnTeam;
  readonly member: TeamMember;
}

/** Finds the member that a visit is about. @throws `PageError` `not_found`, `team_forbidden` */
export async function memberToChange(store: Store, visit: UserVisit): Promise<MemberToChange> {
  const team = await managedTeam(store, visit);
  const member = await findTeamMember(store.reader, { teamId: team.id, userId: numberInPath(visit, "user") });
  if (member === undefined) throw notFound();
  if (!mayAssign(team.role, member.role)) throw teamForbidden();
  return { team, member };
}

async function change(store: Store, visit: UserVisit): Promise<Response> {
  const form = await readOwnForm(visit, ["role"]);
  const { team, member } = await memberToChange(store, visit);
  const role = assignedRole(team, form.role);
  const { userId } = member;
  const outcome = await store.write(changeTeamRole, {
    teamId: team.id,
    userId,
    role,
    actor: teamActor(visit),
  });
  if (isLastCreator(outcome)) return showForm(store, visit, { team, member, status: 409, isLast: true });
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
  visit: UserVisit,
  { team, member, status, isLast = false }: FormView,
): Promise<Response> {
  const { webhooks } = await countTeamMember(store.reader, { teamId: team.id, userId: member.userId });
  return renderPage(
    <ChangeMemberPage
      language={visit.language}
      path={teamAddress(team.id, `/members/${member.userId}`)}
      signedIn={visit.signedIn}
      team={team}
      member={member}
      isLast={isLast}
      webhooks={webhooks}
    />,
    { status },
  );
}
