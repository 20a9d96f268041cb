import {
  type SurveyRelation,
  type SurveyRight,
  surveyRightsOf,
  type SurveyState,
} from "@survey-open-platform/surveys";
import type { Kysely, RawBuilder } from "kysely";
import { prepare, type StoreQueries } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";
import { contains } from "../statements/search-pattern.ts";

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
      .select(["s.id", "s.hash", "s.title", "s.version", "t.name as teamName"])
      .select(["s.owner_id as ownerId", "s.creator_user_id as creatorUserId"])
      .select(["s.page_count as pageCount", "s.question_count as questionCount"])
      .select(["s.answer_count as answerCount", "s.created_at as createdAt", "s.updated_at as updatedAt"])
      .select((eb) => eb.ref("s.state").$castTo<SurveyState>().as("state"))
      .select((eb) => eb.ref("m.role").$castTo<TeamRole | null>().as("role"))
  );
}

function surveysForUser(db: Kysely<Schema>, userId: number | RawBuilder<number>) {
  return withRoleOf(db, userId).where("s.binned_at", "is", null);
}

type SurveyRow = Omit<SurveyForUser, "rights"> & { readonly role: TeamRole | null };

/** @returns nothing when the user may do nothing with the survey */
function seenBy<Row extends SurveyRow>(
  userId: number,
  { role, ...survey }: Row,
): readonly (Omit<Row, "role"> & Pick<SurveyForUser, "rights">)[] {
  const rights = rightsOf(role, survey, userId);
  return rights.size === 0 ? [] : [{ ...survey, rights }];
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

/** One page of the surveys of an owner. */
export interface SurveyForUserSearch {
  readonly userId: number;
  /** The user, or a team that the user is a member of. */
  readonly ownerId: number;
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
    .where("s.owner_id", "=", ownerId)
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
  return rows.flatMap((row) => seenBy(userId, row)).find(({ rights }) => rights.has("delete"));
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
  return rows.flatMap((row) => seenBy(userId, row)).filter(({ rights }) => rights.has("delete"));
}

type TeamRole = Exclude<SurveyRelation["role"], "owner">;

function rightsOf(
  role: TeamRole | null,
  { ownerId, creatorUserId }: Pick<SurveyForUser, "ownerId" | "creatorUserId">,
  userId: number,
): ReadonlySet<SurveyRight> {
  const isCreator = creatorUserId === userId;
  if (ownerId === userId) return surveyRightsOf({ role: "owner", isCreator });
  return role === null ? new Set() : surveyRightsOf({ role, isCreator });
}
