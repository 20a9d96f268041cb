import {
  type SurveyRelation,
  type SurveyRight,
  surveyRightsOf,
  type SurveyState,
} from "@survey-open-platform/surveys";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { prepare, type StoreQueries } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";
import { contains } from "../statements/search-pattern.ts";
import { isSharedWith, shareOf, shareRoleOf } from "./survey-share-table.ts";

/** A survey by its id, as a user asks for it. */
export interface SurveyOfUser {
  readonly surveyId: number;
  readonly userId: number;
}

/** A survey as a user with rights to it sees it. Times are ms UTC. */
export interface SurveyForUser {
  readonly id: number;
  readonly hash: string;
  readonly title: string;
  readonly state: SurveyState;
  /** The newest published version; 0 as long as there is none. */
  readonly version: number;
  /** Account (a user's or a team's) that the survey belongs to. */
  readonly ownerId: number;
  readonly creatorUserId: number;
  readonly pageCount: number;
  /** Entries on all pages, paragraphs of description included. */
  readonly questionCount: number;
  readonly answerCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The name of the team that owns it; null for a personal survey. */
  readonly teamName: string | null;
  /** The nickname of the user who owns it; null for a survey of a team. */
  readonly ownerName: string | null;
  /** Whether the user reaches it only because it is shared with them. */
  readonly isShared: boolean;
  /** What the user may do with it: never nothing. */
  readonly rights: ReadonlySet<SurveyRight>;
}

/** Every survey that there is, with the role that the user has in the team that owns it; also one in the bin. */
function withRoleOf(db: Kysely<Schema>, userId: number | RawBuilder<number>) {
  return (
    db
      .selectFrom("surveys as s")
      // A user who was disabled has no rights, whatever a request that is under way began with.
      .innerJoin("users as u", (join) => join.on("u.id", "=", userId).on("u.disabled", "=", 0))
      .leftJoin("team_members as m", (join) =>
        join.onRef("m.team_id", "=", "s.owner_id").onRef("m.user_id", "=", "u.id"),
      )
      .leftJoin("teams as t", "t.id", "s.owner_id")
      .leftJoin("users as o", "o.id", "s.owner_id")
      .select(["s.id", "s.hash", "s.title", "s.version", "t.name as teamName", "o.nickname as ownerName"])
      .select(["s.owner_id as ownerId", "s.creator_user_id as creatorUserId"])
      .select(["s.page_count as pageCount", "s.question_count as questionCount"])
      .select(["s.answer_count as answerCount", "s.created_at as createdAt", "s.updated_at as updatedAt"])
      .select((eb) => eb.ref("s.state").$castTo<SurveyState>().as("state"))
      .select((eb) => eb.ref("m.role").$castTo<TeamRole | null>().as("role"))
      .select(shareOf(sql.ref("s.id"), sql.ref("u.id")).as("share"))
  );
}

function surveysForUser(db: Kysely<Schema>, userId: number | RawBuilder<number>) {
  return withRoleOf(db, userId).where("s.binned_at", "is", null);
}

type SurveyRow = Omit<SurveyForUser, "rights" | "isShared"> & {
  readonly role: TeamRole | null;
  /** As what it is shared with the user, by its number. */
  readonly share: number;
};

/** @returns nothing when the user may do nothing with the survey */
function seenBy<Row extends SurveyRow>(
  userId: number,
  { role, share, ...survey }: Row,
): readonly (Omit<Row, "role" | "share"> & Pick<SurveyForUser, "rights" | "isShared">)[] {
  const relation = relationOf(role, survey, userId);
  const rights = surveyRightsOf({ ...relation, share: shareRoleOf(share) });
  const isShared = surveyRightsOf(relation).size === 0;
  return rights.size === 0 ? [] : [{ ...survey, rights, isShared }];
}

const surveyOfUser = prepare<SurveyOfUser>()((db, param) =>
  surveysForUser(db, param("userId")).where("s.id", "=", param("surveyId")),
);

/** Finds a survey of a user or of a team of the user. @returns undefined when there is none that the user may see */
export async function findSurveyForUser(
  queries: StoreQueries,
  { surveyId, userId }: SurveyOfUser,
): Promise<SurveyForUser | undefined> {
  const rows = await queries.run(surveyOfUser, { surveyId, userId });
  return rows.flatMap((row) => seenBy(userId, row))[0];
}

/** People who may see a survey, by their usernames. */
export async function listPeopleWhoSee(
  { kysely }: StoreQueries,
  surveyId: number,
  limit: number,
): Promise<readonly { readonly username: string; readonly nickname: string }[]> {
  const owner = sql`select owner_id from surveys where id = ${surveyId}`;
  const shared = sql`select account_id from survey_shares where survey_id = ${surveyId}`;
  const rows = await surveysForUser(kysely, sql<number>`u.id`)
    .select(["u.id as userId", "u.username", "u.nickname"])
    .where("s.id", "=", surveyId)
    .where(
      sql<boolean>`(u.id in (${owner}) or u.id in (${shared}) or u.id in
        (select x.user_id from team_members x where x.team_id in (${owner}) or x.team_id in (${shared})))`,
    )
    .orderBy("u.username")
    .limit(limit)
    .execute();
  return rows.flatMap(({ userId, username, nickname, ...row }) =>
    seenBy(userId, row).map(() => ({ username, nickname })),
  );
}

/** One page of the surveys of an owner, or of those that are shared with a user. */
export interface SurveyForUserSearch {
  readonly userId: number;
  /** The user, or a team that the user is a member of; undefined for what others share with the user. */
  readonly ownerId: number | undefined;
  /** Only those that the user created. */
  readonly isOnlyCreated: boolean;
  /** Part of a title; "" for all. */
  readonly search: string;
  /** Undefined for every state. */
  readonly state: SurveyState | undefined;
  /** Only surveys with this label; undefined for all. */
  readonly label?: string | undefined;
  /** The id that the page begins below. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** The surveys of an owner that a user may see, the newest first. */
export async function listSurveysForUser(
  queries: StoreQueries,
  { userId, ownerId, isOnlyCreated, search, state, label, before, limit }: SurveyForUserSearch,
): Promise<readonly SurveyForUser[]> {
  const rows = await surveysForUser(queries.kysely, userId)
    .$if(ownerId !== undefined, (query) => query.where("s.owner_id", "=", ownerId ?? 0))
    .$if(ownerId === undefined, (query) => query.where(isSharedByOthers(userId)))
    .$if(isOnlyCreated, (query) => query.where("s.creator_user_id", "=", userId))
    .$if(search !== "", (query) => query.where(contains(search, ["s.title"])))
    .$if(state !== undefined, (query) => query.where("s.state", "=", state ?? 0))
    .$if(label !== undefined, (query) =>
      query.where("s.id", "in", (eb) =>
        eb
          .selectFrom("survey_labels")
          .select("survey_id")
          .where("label", "=", label ?? ""),
      ),
    )
    .$if(before !== undefined, (query) => query.where("s.id", "<", before ?? 0))
    .orderBy("s.id", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => seenBy(userId, row));
}

/** Whether a survey `s` belongs to somebody else and is shared with a user, or with a team of the user. */
function isSharedByOthers(userId: number): RawBuilder<boolean> {
  return sql<boolean>`s.owner_id <> ${userId} and s.id in (
    select h.survey_id from survey_shares h where ${isSharedWith(sql.ref("h.account_id"), userId)})`;
}

/** A survey in the bin, as a user sees it who may delete it. */
export interface BinnedSurvey extends SurveyForUser {
  /** ms UTC. */
  readonly binnedAt: number;
}

function binnedForUser({ kysely }: StoreQueries, userId: number) {
  return withRoleOf(kysely, userId)
    .where("s.binned_at", "is not", null)
    .select((eb) => eb.ref("s.binned_at").$notNull().as("binnedAt"));
}

/** Finds a survey in the bin. @returns undefined when there is none that the user may delete */
export async function findBinnedSurvey(
  queries: StoreQueries,
  { surveyId, userId }: SurveyOfUser,
): Promise<BinnedSurvey | undefined> {
  const rows = await binnedForUser(queries, userId).where("s.id", "=", surveyId).execute();
  return rows.flatMap((row) => seenBy(userId, row)).find(({ rights }) => rights.has("own"));
}

/** One page of the bin of an owner. */
interface BinSearch {
  readonly userId: number;
  /** The user, or a team that the user is a member of. */
  readonly ownerId: number;
  /** The id that the page begins below. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** The surveys in the bin of an owner that a user may delete, the newest first. */
export async function listBinnedSurveys(
  queries: StoreQueries,
  { userId, ownerId, before, limit }: BinSearch,
): Promise<readonly BinnedSurvey[]> {
  const rows = await binnedForUser(queries, userId)
    .where("s.owner_id", "=", ownerId)
    .$if(before !== undefined, (query) => query.where("s.id", "<", before ?? 0))
    .orderBy("s.id", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => seenBy(userId, row)).filter(({ rights }) => rights.has("own"));
}

type TeamRole = Exclude<SurveyRelation["role"], "owner" | null>;

function relationOf(
  role: TeamRole | null,
  { ownerId, creatorUserId }: Pick<SurveyForUser, "ownerId" | "creatorUserId">,
  userId: number,
): SurveyRelation {
  return { role: ownerId === userId ? "owner" : role, isCreator: creatorUserId === userId };
}
