import { surveyRightsOf } from "@survey-open-platform/surveys";
import { mayAssign, teamRoles, type TeamRoleNumber } from "../../model/team.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { switchOffWithoutRight } from "../webhooks/webhook-rights.ts";

/** A user as a member of a team. */
interface MemberKey {
  readonly teamId: number;
  readonly userId: number;
}

/**
 * Ends what a member made with a right that is gone: invitations, with one of which a removed member would come back, links to results, sheets and
 * webhooks. Called after the change.
 *
 * @param role the new one; undefined for a user who is no member any more
 */
export async function endRightsOfMember(
  transaction: StoreQueries,
  { teamId, userId }: MemberKey,
  role?: TeamRoleNumber,
): Promise<void> {
  await withdrawInvitationsBy(transaction, { teamId, userId }, role);
  if (role === undefined || !surveyRightsOf({ role, isCreator: false }).has("edit"))
    await withdrawLinksBy(transaction, { teamId, userId });
  await switchOffWithoutRight(transaction, [userId]);
}

async function withdrawLinksBy({ kysely }: StoreQueries, { teamId, userId }: MemberKey): Promise<void> {
  for (const table of ["results_links", "answer_sheets"] as const)
    await kysely
      .deleteFrom(table)
      .where("created_by", "=", userId)
      .where((eb) =>
        eb.or([
          eb("survey_id", "in", eb.selectFrom("surveys").select("id").where("owner_id", "=", teamId)),
          eb(
            "survey_id",
            "in",
            eb.selectFrom("survey_shares").select("survey_id").where("account_id", "=", teamId),
          ),
        ]),
      )
      .execute();
}

async function withdrawInvitationsBy(
  { kysely }: StoreQueries,
  { teamId, userId }: MemberKey,
  role: TeamRoleNumber | undefined,
): Promise<void> {
  const kept = Object.values(teamRoles).filter((one) => role !== undefined && mayAssign(role, one));
  await kysely
    .deleteFrom("invitations")
    .where("team_id", "=", teamId)
    .where("created_by", "=", userId)
    .$if(kept.length > 0, (query) => query.where("team_role", "not in", kept))
    .execute();
}
