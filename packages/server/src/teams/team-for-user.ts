import { isTeamManager } from "../model/team.ts";
import { notFound, PageError } from "../pages/page-error.ts";
import { actorOf } from "../session/actor.ts";
import { numberInPath } from "../session/number-in-path.ts";
import type { UserRequest } from "../session/page-request.ts";
import { findTeamForUser, type TeamForUser, type TeamOfMember } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";

/** The path of the pages of one team. */
export const teamPath = "/teams/:id";

/** The address of a page of a team, such as `teamAddress(7, "/members")`. */
export function teamAddress(teamId: number, page = ""): string {
  return `/teams/${teamId}${page}`;
}

/** What every page of a team is given, beside its own content. */
export function pagePropsOf({ language, signedIn }: UserRequest, path: string) {
  return { language, signedIn, path };
}

/** Which team a request is about, as its user asks for it. */
export function teamOf(pageRequest: UserRequest): TeamOfMember {
  return { teamId: numberInPath(pageRequest, "id"), userId: pageRequest.session.user.id };
}

/**
 * The team that a request is about. One that the user is no member of is the same as none.
 *
 * @throws `PageError` `not_found`
 */
export async function teamForUser(store: Store, pageRequest: UserRequest): Promise<TeamForUser> {
  const team = await findTeamForUser(store.reader, teamOf(pageRequest));
  if (team === undefined) throw notFound();
  return team;
}

/**
 * The team that a request is about, for its creators and administrators.
 *
 * @throws `PageError` `not_found`, `team_forbidden`
 */
export async function managedTeam(store: Store, pageRequest: UserRequest): Promise<TeamForUser> {
  const team = await teamForUser(store, pageRequest);
  if (!isTeamManager(team.role)) throw teamForbidden();
  return team;
}

/** What a page throws that the role of a member does not include. */
export function teamForbidden(): PageError {
  return new PageError("team_forbidden", { status: 403 });
}

/** Who changes something in a team, for the store. */
export function teamActor(pageRequest: UserRequest) {
  return { ...actorOf(pageRequest), userId: pageRequest.session.user.id };
}
