import { isTeamManager } from "../model/team.ts";
import { notFound, PageError } from "../pages/page-error.ts";
import { actorOf } from "../session/actor.ts";
import { numberInPath } from "../session/number-in-path.ts";
import type { UserVisit } from "../session/visit.ts";
import { findOwnTeam, type OwnTeam, type TeamOfMember } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";

/** The path of the pages of one team. */
export const teamPath = "/teams/:id";

/** The address of a page of a team, such as `teamAddress(7, "/members")`. */
export function teamAddress(teamId: number, page = ""): string {
  return `/teams/${teamId}${page}`;
}

/** Which team a visit is about, as its user asks for it. */
export function teamOf(visit: UserVisit): TeamOfMember {
  return { teamId: numberInPath(visit, "id"), userId: visit.session.user.id };
}

/**
 * The team that a visit is about. One that the user is no member of is the same as none.
 *
 * @throws `PageError` `not_found`
 */
export async function ownTeam(store: Store, visit: UserVisit): Promise<OwnTeam> {
  const team = await findOwnTeam(store.reader, teamOf(visit));
  if (team === undefined) throw notFound();
  return team;
}

/**
 * The team that a visit is about, for its creators and administrators.
 *
 * @throws `PageError` `not_found`, `team_forbidden`
 */
export async function managedTeam(store: Store, visit: UserVisit): Promise<OwnTeam> {
  const team = await ownTeam(store, visit);
  if (!isTeamManager(team.role)) throw teamForbidden();
  return team;
}

/** What a page throws that the role of a member does not include. */
export function teamForbidden(): PageError {
  return new PageError("team_forbidden", { status: 403 });
}

/** Who changes something in a team, for the store. */
export function teamActor(visit: UserVisit) {
  return { ...actorOf(visit), userId: visit.session.user.id };
}
