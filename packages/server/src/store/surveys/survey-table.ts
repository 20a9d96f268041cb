import { rowsOf } from "@survey-open-platform/database";
import type { SurveyScene, SurveyState, SurveySummary } from "@survey-open-platform/surveys";
import { prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema/schema.ts";
import { isChosen, type Reach, type SurveyReach } from "./survey-reach.ts";

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
    .where("binned_at", "is", null)
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

const idOfSurvey = sql.ref("surveys.id");

const findReached = prepare<SurveyReach>()((db, param) =>
  selectSummary(db)
    .select("pages as pagesJson")
    .where("id", "=", param("surveyId"))
    .where("owner_id", "=", param("ownerId"))
    .where(isChosen(idOfSurvey, { limited: param("limited"), grantId: param("grantId") })),
);

const findReachedHead = prepare<SurveyReach>()((db, param) =>
  selectSummary(db)
    .where("id", "=", param("surveyId"))
    .where("owner_id", "=", param("ownerId"))
    .where(isChosen(idOfSurvey, { limited: param("limited"), grantId: param("grantId") })),
);

/** Finds a survey within the reach of a caller. */
export function* findSurvey(reach: SurveyReach): StoreSteps<StoredSurvey | undefined> {
  const [survey] = yield* rowsOf(findReached, reach);
  return survey;
}

/** Finds a survey within the reach of a caller, without its pages: they are long, and calls about answers show none. */
export function* findSurveyHead(reach: SurveyReach): StoreSteps<SurveyHead | undefined> {
  const [survey] = yield* rowsOf(findReachedHead, reach);
  return survey;
}

/** The part of a survey's public address that is hard to guess. @returns undefined when there is no such survey, or another's where an owner is given */
export async function findSurveyHash(
  { kysely }: StoreQueries,
  { surveyId, ownerId }: { readonly surveyId: number; readonly ownerId?: number },
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom("surveys")
    .select("hash")
    .where("binned_at", "is", null)
    .where("id", "=", surveyId)
    .$if(ownerId !== undefined, (query) => query.where("owner_id", "=", ownerId ?? 0))
    .executeTakeFirst();
  return row?.hash;
}

/** The newest published version of a survey; 0 when there is none. */
export async function findSurveyVersion({ kysely }: StoreQueries, surveyId: number): Promise<number> {
  const row = await kysely
    .selectFrom("surveys")
    .select("version")
    .where("binned_at", "is", null)
    .where("id", "=", surveyId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** A part of the list of the surveys that a caller reaches. */
export interface SurveyListRequest {
  readonly reach: Reach;
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
    .where("surveys.binned_at", "is", null)
    .select(["surveys.id", "surveys.hash", "surveys.title", "surveys.answer_count as answerCount"])
    .select(["surveys.created_at as createdAt", "surveys.updated_at as updatedAt"])
    .select((eb) => [eb.ref("surveys.scene").$castTo<SurveyScene>().as("scene")])
    .select((eb) => [eb.ref("surveys.state").$castTo<SurveyState>().as("state")]);
}

function countSurveys(db: Kysely<Schema>) {
  return db
    .selectFrom("surveys")
    .where("binned_at", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("total"));
}

const pageOfOwner = prepare<OfOwner & Slice>()((db, param) =>
  selectListed(db)
    .where("surveys.owner_id", "=", param("ownerId"))
    .orderBy("surveys.id")
    .limit(param("perPage"))
    .offset(param("offset")),
);

const pageOfCreator = prepare<OfCreator & Slice>()((db, param) =>
  selectListed(db)
    .where("surveys.owner_id", "=", param("ownerId"))
    .where("surveys.creator_user_id", "=", param("creatorUserId"))
    .orderBy("surveys.id")
    .limit(param("perPage"))
    .offset(param("offset")),
);

/** Read from the choice, in the order of its own key: ordered by the id of the survey, SQLite sorts all that are chosen for each page. */
const pageOfChoice = prepare<Omit<Reach, "limited"> & Slice>()((db, param) => {
  const page = db
    .selectFrom("grant_surveys")
    .select("survey_id")
    .where("grant_id", "=", param("grantId"))
    .orderBy("survey_id")
    .limit(param("perPage"))
    .offset(param("offset"));
  return selectListed(db)
    .innerJoin(page.as("c"), "c.survey_id", "surveys.id")
    .where("surveys.owner_id", "=", param("ownerId"))
    .orderBy("c.survey_id");
});

/** It is kept with the grant: to count thousands takes as long as a hundred calls. */
const countOfChoice = prepare<Pick<Reach, "grantId">>()((db, param) =>
  db.selectFrom("grants").select("chosen_count as total").where("id", "=", param("grantId")),
);

const countOfOwner = prepare<OfOwner>()((db, param) =>
  countSurveys(db).where("owner_id", "=", param("ownerId")),
);

const countOfCreator = prepare<OfCreator>()((db, param) =>
  countSurveys(db)
    .where("owner_id", "=", param("ownerId"))
    .where("creator_user_id", "=", param("creatorUserId")),
);

/** Lists the surveys that a caller reaches by ascending id. A limited caller is a user's, and has no creators to tell apart. */
export function* listSurveys({
  reach: { ownerId, grantId, limited },
  creatorUserId,
  page,
  perPage,
}: SurveyListRequest): StoreSteps<SurveyListPart> {
  const slice = { perPage, offset: (page - 1) * perPage };
  if (limited === 1) {
    const list = yield* rowsOf(pageOfChoice, { ownerId, grantId, ...slice });
    return partOf(list, yield* rowsOf(countOfChoice, { grantId }));
  }
  if (creatorUserId === undefined) {
    const list = yield* rowsOf(pageOfOwner, { ownerId, ...slice });
    return partOf(list, yield* rowsOf(countOfOwner, { ownerId }));
  }
  const list = yield* rowsOf(pageOfCreator, { ownerId, creatorUserId, ...slice });
  return partOf(list, yield* rowsOf(countOfCreator, { ownerId, creatorUserId }));
}

function partOf(
  list: readonly ListedSurvey[],
  [count]: readonly { readonly total: number }[],
): SurveyListPart {
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
