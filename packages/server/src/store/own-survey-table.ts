import {
  type SurveyRelation,
  type SurveyRight,
  surveyRightsOf,
  type SurveyState,
} from "@survey-open-platform/surveys";
import type { StoreQueries } from "./queries.ts";

/** A survey by its id, as a user asks for it. */
export interface SurveyOfUser {
  readonly surveyId: number;
  readonly userId: number;
}

/** A survey as a user with rights to it sees it. Times are ms UTC. */
export interface OwnSurvey {
  readonly id: number;
  readonly hash: string;
  readonly title: string;
  readonly state: SurveyState;
  /** The newest published version; 0 as long as there is none. */
  readonly version: number;
  /** Account (a user's or a team's) that the survey belongs to. */
  readonly ownerId: number;
  readonly creatorUserId: number;
  readonly answerCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The name of the team that owns it; null for a personal survey. */
  readonly teamName: string | null;
  /** What the user may do with it: never nothing. */
  readonly rights: ReadonlySet<SurveyRight>;
}

/** Finds a survey of a user or of a team of the user. @returns undefined when there is none that the user may see */
export async function findOwnSurvey(
  { kysely }: StoreQueries,
  { surveyId, userId }: SurveyOfUser,
): Promise<OwnSurvey | undefined> {
  const row = await kysely
    .selectFrom("surveys as s")
    .leftJoin("team_members as m", (join) =>
      join.onRef("m.team_id", "=", "s.owner_id").on("m.user_id", "=", userId),
    )
    .leftJoin("teams as t", "t.id", "s.owner_id")
    .select(["s.id", "s.hash", "s.title", "s.version", "t.name as teamName"])
    .select(["s.owner_id as ownerId", "s.creator_user_id as creatorUserId"])
    .select(["s.answer_count as answerCount", "s.created_at as createdAt", "s.updated_at as updatedAt"])
    .select((eb) => eb.ref("s.state").$castTo<SurveyState>().as("state"))
    .select((eb) => eb.ref("m.role").$castTo<TeamRole | null>().as("role"))
    .where("s.id", "=", surveyId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { role, ...survey } = row;
  const rights = rightsOf(role, survey, userId);
  return rights.size === 0 ? undefined : { ...survey, rights };
}

type TeamRole = Exclude<SurveyRelation["role"], "owner">;

function rightsOf(
  role: TeamRole | null,
  { ownerId, creatorUserId }: Pick<OwnSurvey, "ownerId" | "creatorUserId">,
  userId: number,
): ReadonlySet<SurveyRight> {
  const isCreator = creatorUserId === userId;
  if (ownerId === userId) return surveyRightsOf({ role: "owner", isCreator });
  return role === null ? new Set() : surveyRightsOf({ role, isCreator });
}
