import { mayCreateSurveys } from "@survey-open-platform/surveys";
import { teamRoles } from "../../model/team.ts";
import { notFound } from "../../pages/page-error.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { listTeamsForUser, type TeamForUser } from "../../store/teams/team-table.ts";

/** Most teams of a user that the pages offer. */
const teamMaximum = 100;

/** Whose surveys a list shows: the user's own, or those of a team. */
export interface SurveyOwner {
  readonly ownerId: number;
  readonly team: Pick<TeamForUser, "id" | "name"> | undefined;
  /** Whether the user sees only the surveys that they created. */
  readonly isOnlyCreated: boolean;
  readonly mayCreate: boolean;
}

/** The owners whose surveys a user may see: first the user, then each team. */
export async function ownersOf(store: Store, { session }: UserRequest): Promise<readonly SurveyOwner[]> {
  const { id: userId } = session.user;
  const teams = await listTeamsForUser(store.reader, {
    userId,
    search: "",
    before: undefined,
    limit: teamMaximum,
  });
  return [
    { ownerId: userId, team: undefined, isOnlyCreated: false, mayCreate: true },
    ...teams.map((team) => ({
      ownerId: team.id,
      team,
      isOnlyCreated: team.role === teamRoles.member,
      mayCreate: mayCreateSurveys(team.role),
    })),
  ];
}

/**
 * The owner that a form or an address names by a team's id; "" for the user.
 *
 * @throws `PageError` `not_found` for a team that the user is no member of
 */
export function ownerNamed(owners: readonly SurveyOwner[], team: string): SurveyOwner {
  const owner = owners.find((one) => (one.team === undefined ? "" : String(one.team.id)) === team);
  if (owner === undefined) throw notFound();
  return owner;
}
