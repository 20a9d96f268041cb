import { rowsOf } from "@survey-open-platform/database";
import type { SurveyScene, SurveyState, SurveySummary } from "@survey-open-platform/surveys";
import { prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import type { Kysely } from "kysely";
import type { Schema } from "../schema/schema.ts";

/** A survey without its pages. */
export interface SurveyHead extends SurveySummary {
  /** Its custom arguments as JSON text. */
  readonly customArgumentsText: string;
}

/** A survey as it is kept: its pages are JSON text in their wire form, which need not be parsed to be served. */
export interface StoredSurvey extends SurveyHead {
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
    .select(["is_allow_update_answer as allowsAnswerUpdates", "custom_arguments as customArgumentsText"])
    .select((eb) => [eb.ref("scene").$castTo<SurveyScene>().as("scene")])
    .select((eb) => [eb.ref("state").$castTo<SurveyState>().as("state")]);
}

const findByIdAndOwner = prepare<{ readonly id: number; readonly ownerId: number }>()((db, param) =>
  selectSummary(db)
    .select("pages as pagesJson")
    .where("id", "=", param("id"))
    .where("owner_id", "=", param("ownerId")),
);

const findHeadByIdAndOwner = prepare<{ readonly id: number; readonly ownerId: number }>()((db, param) =>
  selectSummary(db).where("id", "=", param("id")).where("owner_id", "=", param("ownerId")),
);

/** Which survey, and of which owner. A survey of another owner is treated as if it did not exist. */
export interface SurveyReach {
  readonly surveyId: number;
  readonly ownerId: number;
}

/** Finds a survey within an owner's reach. */
export function* findSurvey({ surveyId, ownerId }: SurveyReach): StoreSteps<StoredSurvey | undefined> {
  const [survey] = yield* rowsOf(findByIdAndOwner, { id: surveyId, ownerId });
  return survey;
}

/** Finds a survey within an owner's reach, without its pages: they are long, and calls about answers show none. */
export function* findSurveyHead({ surveyId, ownerId }: SurveyReach): StoreSteps<SurveyHead | undefined> {
  const [survey] = yield* rowsOf(findHeadByIdAndOwner, { id: surveyId, ownerId });
  return survey;
}

/** The part of a survey's public address that is hard to guess. @returns undefined for a survey of another owner */
export async function findSurveyHash(
  { kysely }: StoreQueries,
  { surveyId, ownerId }: SurveyReach,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom("surveys")
    .select("hash")
    .where("id", "=", surveyId)
    .where("owner_id", "=", ownerId)
    .executeTakeFirst();
  return row?.hash;
}

/** The newest published version of a survey; 0 when there is none. */
export async function findSurveyVersion({ kysely }: StoreQueries, surveyId: number): Promise<number> {
  const row = await kysely
    .selectFrom("surveys")
    .select("version")
    .where("id", "=", surveyId)
    .executeTakeFirst();
  return row?.version ?? 0;
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

export type ListedSurvey = Pick<
  SurveySummary,
  "id" | "hash" | "title" | "state" | "scene" | "answerCount" | "createdAt" | "updatedAt"
>;

/** A part of a list and the length of the whole. */
export interface SurveyListPart {
  readonly total: number;
  readonly list: readonly ListedSurvey[];
}

interface OfOwner {
  readonly ownerId: number;
}

interface OfCreator extends OfOwner {
  readonly creatorUserId: number;
}

interface Slice {
  readonly perPage: number;
  readonly offset: number;
}

function selectListed(db: Kysely<Schema>) {
  return db
    .selectFrom("surveys")
    .select(["id", "hash", "title", "answer_count as answerCount"])
    .select(["created_at as createdAt", "updated_at as updatedAt"])
    .select((eb) => [eb.ref("scene").$castTo<SurveyScene>().as("scene")])
    .select((eb) => [eb.ref("state").$castTo<SurveyState>().as("state")])
    .orderBy("id");
}

function countSurveys(db: Kysely<Schema>) {
  return db.selectFrom("surveys").select((eb) => eb.fn.countAll<number>().as("total"));
}

const pageOfOwner = prepare<OfOwner & Slice>()((db, param) =>
  selectListed(db).where("owner_id", "=", param("ownerId")).limit(param("perPage")).offset(param("offset")),
);

const pageOfCreator = prepare<OfCreator & Slice>()((db, param) =>
  selectListed(db)
    .where("owner_id", "=", param("ownerId"))
    .where("creator_user_id", "=", param("creatorUserId"))
    .limit(param("perPage"))
    .offset(param("offset")),
);

const countOfOwner = prepare<OfOwner>()((db, param) =>
  countSurveys(db).where("owner_id", "=", param("ownerId")),
);

const countOfCreator = prepare<OfCreator>()((db, param) =>
  countSurveys(db)
    .where("owner_id", "=", param("ownerId"))
    .where("creator_user_id", "=", param("creatorUserId")),
);

/** Lists an owner's surveys by ascending id. */
export function* listSurveys({
  ownerId,
  creatorUserId,
  page,
  perPage,
}: SurveyListRequest): StoreSteps<SurveyListPart> {
  const slice = { perPage, offset: (page - 1) * perPage };
  const [list, [count]] =
    creatorUserId === undefined
      ? [yield* rowsOf(pageOfOwner, { ownerId, ...slice }), yield* rowsOf(countOfOwner, { ownerId })]
      : [
          yield* rowsOf(pageOfCreator, { ownerId, creatorUserId, ...slice }),
          yield* rowsOf(countOfCreator, { ownerId, creatorUserId }),
        ];
  return { total: count?.total ?? 0, list };
}

interface TeamMember {
  readonly teamId: number;
  readonly userId: number;
}

const memberOfTeam = prepare<TeamMember>()((db, param) =>
  db
    .selectFrom("team_members")
    .select("user_id")
    .where("team_id", "=", param("teamId"))
    .where("user_id", "=", param("userId")),
);

/** Whether a user is a member of a team. */
export function* isTeamMember(member: TeamMember): StoreSteps<boolean> {
  return (yield* rowsOf(memberOfTeam, member)).length > 0;
}
