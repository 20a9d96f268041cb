import type { SurveyScene, SurveyState, SurveySummary } from "../model/survey.ts";
import { prepare, type StoreQueries } from "./queries.ts";
import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** A survey as it is kept: its pages are JSON text in their wire form, which need not be parsed to be served. */
export interface StoredSurvey extends SurveySummary {
  readonly pagesJson: string;
}

function selectSummary(db: Kysely<Schema>) {
  return db
    .selectFrom("surveys")
    .select(["id", "hash", "declared_key as key", "title", "prefix", "suffix"])
    .select(["owner_id as ownerId", "creator_user_id as creatorUserId", "template_id as templateId"])
    .select(["page_count as pageCount", "question_count as questionCount", "answer_count as answerCount"])
    .select([
      "started_at as startedAt",
      "end_at as endAt",
      "created_at as createdAt",
      "updated_at as updatedAt",
    ])
    .select(["redirect_url as redirectUrl", "login_check as requiresSignIn"])
    .select("is_allow_update_answer as allowsAnswerUpdates")
    .select((eb) => [eb.ref("scene").$castTo<SurveyScene>().as("scene")])
    .select((eb) => [eb.ref("state").$castTo<SurveyState>().as("state")]);
}

const findByIdAndOwner = prepare<{ readonly id: number; readonly ownerId: number }>()((db, param) =>
  selectSummary(db)
    .select("pages as pagesJson")
    .where("id", "=", param("id"))
    .where("owner_id", "=", param("ownerId")),
);

/** Which survey, and of which owner. A survey of another owner is treated as if it did not exist. */
export interface SurveyReach {
  readonly surveyId: number;
  readonly ownerId: number;
}

/** Finds a survey within an owner's reach. */
export async function findSurvey(
  queries: StoreQueries,
  reach: SurveyReach,
): Promise<StoredSurvey | undefined> {
  const [survey] = await queries.run(findByIdAndOwner, { id: reach.surveyId, ownerId: reach.ownerId });
  return survey;
}

/** A part of an owner's list of surveys. */
export interface SurveyListRequest {
  readonly ownerId: number;
  /** Only surveys that this user created. */
  readonly creatorUserId: number | undefined;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** A part of a list and the length of the whole. */
export interface SurveyListPart {
  readonly total: number;
  readonly list: readonly SurveySummary[];
}

/** Lists an owner's surveys by ascending id. */
export async function listSurveys(
  queries: StoreQueries,
  request: SurveyListRequest,
): Promise<SurveyListPart> {
  const { ownerId, creatorUserId, page, perPage } = request;
  const filter = { ownerId, creatorUserId };
  const { total } = await countSurveys(queries, filter);
  const list = await selectSummary(queries.kysely)
    .where("owner_id", "=", ownerId)
    .$if(creatorUserId !== undefined, (query) => query.where("creator_user_id", "=", creatorUserId ?? 0))
    .orderBy("id")
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { total, list };
}

function countSurveys(
  queries: StoreQueries,
  { ownerId, creatorUserId }: Pick<SurveyListRequest, "ownerId" | "creatorUserId">,
): Promise<{ readonly total: number }> {
  return queries.kysely
    .selectFrom("surveys")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("owner_id", "=", ownerId)
    .$if(creatorUserId !== undefined, (query) => query.where("creator_user_id", "=", creatorUserId ?? 0))
    .executeTakeFirstOrThrow();
}

/** Whether a user is a member of a team. */
export async function isTeamMember(
  queries: StoreQueries,
  { teamId, userId }: { readonly teamId: number; readonly userId: number },
): Promise<boolean> {
  const member = await queries.kysely
    .selectFrom("team_members")
    .select("user_id")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return member !== undefined;
}
