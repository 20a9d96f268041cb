import { shareRoles, type ShareRole } from "@survey-open-platform/surveys";
import { type RawBuilder, sql } from "kysely";
import type { StoreQueries } from "../statements/queries.ts";

/** The role of a stored number. @returns undefined for 0, which is none */
export function shareRoleOf(number: number): ShareRole | undefined {
  return shareRoles[number - 1];
}

/** The number that a role is stored as. */
export function numberOfRole(role: ShareRole): 1 | 2 | 3 {
  // The list has three entries.
  return (shareRoles.indexOf(role) + 1) as 1 | 2 | 3;
}

/**
 * As what a survey is shared with a user, by its number, or with a team of the user; the highest of several, 0 for not at all. It is a part
 * of the statement that finds the survey, so that what was withdrawn ends with the next request, on every node.
 *
 * @param surveyId the column that has the survey's id
 * @param userId the column that has the user's id
 */
export function shareOf(surveyId: RawBuilder<unknown>, userId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(max(h.role), 0) from survey_shares h where h.survey_id = ${surveyId}
    and (h.account_id = ${userId}
      or h.account_id in (select x.team_id from team_members x where x.user_id = ${userId})))`;
}

/** Whom a survey is shared with. */
export interface SurveyShare {
  readonly accountId: number;
  readonly kind: "user" | "team";
  /** The nickname of a user, the name of a team. */
  readonly name: string;
  /** Null for a team. */
  readonly username: string | null;
  readonly role: ShareRole;
  /** ms UTC. */
  readonly since: number;
}

/** Whom a survey is shared with, in the order in which it was. */
export async function listShares(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<readonly SurveyShare[]> {
  const rows = await kysely
    .selectFrom("survey_shares as h")
    .leftJoin("users as u", "u.id", "h.account_id")
    .leftJoin("teams as t", "t.id", "h.account_id")
    .select(["h.account_id as accountId", "h.role", "h.created_at as since"])
    .select(["u.nickname", "u.username", "t.name as teamName"])
    .where("h.survey_id", "=", surveyId)
    .orderBy("h.created_at")
    .orderBy("h.account_id")
    .execute();
  return rows.map(({ role, nickname, teamName, ...row }) => ({
    ...row,
    kind: teamName === null ? "user" : "team",
    name: teamName ?? nickname ?? "",
    role: shareRoleOf(role) ?? "see",
  }));
}

/** Whether surveys of others are shared with a user, or with a team of the user. */
export async function hasSharedSurveys({ kysely }: StoreQueries, userId: number): Promise<boolean> {
  const shared = await kysely
    .selectFrom("survey_shares as h")
    .innerJoin("surveys as s", "s.id", "h.survey_id")
    .select("h.survey_id")
    .where(isSharedWith(sql.ref("h.account_id"), userId))
    .where("s.owner_id", "<>", userId)
    .where("s.binned_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return shared !== undefined;
}

/** Whether an account is a user, or a team of the user. */
export function isSharedWith(accountId: RawBuilder<unknown>, userId: number): RawBuilder<boolean> {
  return sql<boolean>`(${accountId} = ${userId}
    or ${accountId} in (select x.team_id from team_members x where x.user_id = ${userId}))`;
}
