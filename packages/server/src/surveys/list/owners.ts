import { mayCreateSurveys } from "@survey-open-platform/surveys";
import { teamRoles } from "../../model/team.ts";
import { notFound } from "../../pages/page-error.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { hasSharedSurveys } from "../../store/surveys/survey-share-table.ts";
import { listTeamsForUser, type TeamForUser } from "../../store/teams/team-table.ts";

/** Most teams of a user that the pages offer. */
const teamMaximum = 100;

/** Whose surveys a list shows: the user's own, those of a team, or those that others share with the user. */
export interface SurveyOwner {
  /** Undefined for those that others share. */
  readonly ownerId: number | undefined;
  readonly team: Pick<TeamForUser, "id" | "name"> | undefined;
  /** Whether the user sees only the surveys that they created. */
  readonly isOnlyCreated: boolean;
  readonly mayCreate: boolean;
}

/** An owner, to whom surveys belong. */
export type OwnerOfSurveys = SurveyOwner & { readonly ownerId: number };

/** The owners whose surveys a user may see: first the user, then each team. */
export async function ownersOf(store: Store, { session }: UserRequest): Promise<readonly OwnerOfSurveys[]> {
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

/** What others share with a user, as the last list; nothing where no one does. */
export async function withShared(
  store: Store,
  { session }: UserRequest,
  owners: readonly SurveyOwner[],
): Promise<readonly SurveyOwner[]> {
  if (!(await hasSharedSurveys(store.reader, session.user.id))) return owners;
  return [...owners, sharedSurveys];
}

/** The list of what others share. Copies of them are the user's own. */
export const sharedSurveys: SurveyOwner = {
  ownerId: undefined,
  team: undefined,
  isOnlyCreated: false,
  mayCreate: true,
};

/**
 * The owner that a form or an address names by a team's id; "" for the user.
 *
 * @throws `PageError` `not_found` for a team that the user is no member of
 */
export function ownerNamed<Owner extends SurveyOwner>(owners: readonly Owner[], team: string): Owner {
  const owner = owners.find((one) => (one.team === undefined ? "" : String(one.team.id)) === team);
  if (owner === undefined) throw notFound();
  return owner;
}
