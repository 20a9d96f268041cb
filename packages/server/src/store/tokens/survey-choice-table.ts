import { sql } from "kysely";
import { isOlderNodeSeen } from "../installation/node-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import type { SurveyReach } from "../surveys/survey-reach.ts";
import { endOutsideChoice } from "../webhooks/webhook-rights.ts";

/*
 * Which surveys an application sees. What a user ticks is kept with the open page until it is decided, so that it survives any number of
 * searches; the decision copies it to the grant.
 */

/** Surveys that a client may propose in one request. */
export const mostProposedSurveys = 50;

/** What an open page begins with. */
export interface NewChoice {
  readonly requestHash: string;
  readonly userId: number;
  /** Null for a client that no user has a grant for. */
  readonly applicationId: number | null;
  /** Surveys that the client proposes to choose. Those of other users are left out. */
  readonly proposed: readonly number[];
  /** What is preselected when the user has no grant for the application yet. */
  readonly preselected: "all" | "chosen";
}

/** Ticks on a new page what the standing grant has, and what the client proposes. */
export async function beginChoice(transaction: StoreQueries, choice: NewChoice): Promise<void> {
  const { requestHash, userId, applicationId, proposed, preselected } = choice;
  await beginPersonal(transaction, choice);
  if (!(await mayLimit(transaction, requestHash))) return;
  const { kysely } = transaction;
  const grant = await kysely
    .selectFrom("grants")
    .select(["id", "only_chosen as onlyChosen"])
    // Equal to null is nothing.
    .where("application_id", "=", applicationId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (grant?.onlyChosen === 1)
    await sql`insert into authorization_request_surveys (request_hash, survey_id)
      select ${requestHash}, survey_id from grant_surveys where grant_id = ${grant.id}`.execute(kysely);
  const isProposed = await tick(transaction, { requestHash, userId, surveyIds: proposed });
  const standing = grant === undefined ? preselected === "chosen" : grant.onlyChosen === 1;
  if (isProposed || standing) await choose(transaction, requestHash, true);
}

async function beginPersonal(
  { kysely }: StoreQueries,
  { requestHash, userId, applicationId }: NewChoice,
): Promise<void> {
  await sql`update authorization_requests set with_personal = coalesce((select with_personal from grants
    where application_id = ${applicationId} and user_id = ${userId} and revoked_at is null), 0)
    where hash = ${requestHash}`.execute(kysely);
}

interface Ticked {
  readonly requestHash: string;
  readonly userId: number;
  readonly surveyIds: readonly number[];
}

/** Ids that are not the user's are left out. @returns whether there was one that is */
async function tick({ kysely }: StoreQueries, { requestHash, userId, surveyIds }: Ticked): Promise<boolean> {
  if (surveyIds.length === 0) return false;
  const own = sql`from surveys where owner_id = ${userId} and binned_at is null and id in (${sql.join(surveyIds)})`;
  await sql`insert into authorization_request_surveys (request_hash, survey_id)
    select ${requestHash}, id ${own} on conflict do nothing`.execute(kysely);
  const { rows } = await sql`select 1 ${own} limit 1`.execute(kysely);
  return rows.length > 0;
}

async function choose({ kysely }: StoreQueries, requestHash: string, onlyChosen: boolean): Promise<void> {
  await kysely
    .updateTable("authorization_requests")
    .set({ only_chosen: onlyChosen ? 1 : 0 })
    .where("hash", "=", requestHash)
    .execute();
}

/** What a form says of the choice. */
export interface SubmittedChoice {
  /** Undefined leaves it as it is. */
  readonly onlyChosen: boolean | undefined;
  /** The surveys that the page showed: what it did not show stays as it is. */
  readonly shown: readonly number[];
  readonly ticked: readonly number[];
  /** Whether agents may read names and contact data too; undefined leaves it as it is. */
  readonly withPersonal?: boolean | undefined;
}

/** Keeps what a form says with its open request. */
export async function keepChoice(
  transaction: StoreQueries,
  { requestHash, userId, choice }: Omit<Ticked, "surveyIds"> & { readonly choice: SubmittedChoice },
): Promise<void> {
  const ticked = new Set(choice.ticked);
  const unticked = choice.shown.filter((id) => !ticked.has(id));
  if (unticked.length > 0)
    await transaction.kysely
      .deleteFrom("authorization_request_surveys")
      .where("request_hash", "=", requestHash)
      .where("survey_id", "in", unticked)
      .execute();
  await tick(transaction, { requestHash, userId, surveyIds: [...ticked] });
  if (choice.onlyChosen !== undefined) await choose(transaction, requestHash, choice.onlyChosen);
  if (choice.withPersonal !== undefined)
    await transaction.kysely
      .updateTable("authorization_requests")
      .set({ with_personal: choice.withPersonal ? 1 : 0 })
      .where("hash", "=", requestHash)
      .execute();
}

/** An open page: the value in its form, and the session that it belongs to. */
export interface OpenPage {
  readonly requestHash: string;
  readonly sessionHash: string;
  readonly userId: number;
}

/** Keeps what a form says, without deciding. @returns false when the page is not open any more */
export async function keepOpenChoice(
  transaction: StoreQueries,
  { choice, ...page }: OpenPage & { readonly choice: SubmittedChoice },
): Promise<boolean> {
  if (!(await isOpen(transaction, page))) return false;
  await keepChoice(transaction, { ...page, choice });
  return true;
}

async function isOpen(
  { kysely }: StoreQueries,
  { requestHash, sessionHash, userId }: OpenPage,
): Promise<boolean> {
  const open = await kysely
    .selectFrom("authorization_requests")
    .select("hash")
    .where("hash", "=", requestHash)
    .where("session_hash", "=", sessionHash)
    .where("user_id", "=", userId)
    .where("decision", "is", null)
    .where("expires_at", ">", nowMs)
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * Whether the grant that an open page is about may be limited. It may not as long as a node of an older version may serve, which would
 * show its application everything; one that is limited already stays so.
 */
export async function mayLimit(queries: StoreQueries, requestHash: string): Promise<boolean> {
  if (!(await isOlderNodeSeen(queries))) return true;
  const limited = await queries.kysely
    .selectFrom("authorization_requests as r")
    .innerJoin("grants as g", (join) =>
      join.onRef("g.application_id", "=", "r.application_id").onRef("g.user_id", "=", "r.user_id"),
    )
    .select("g.id")
    .where("r.hash", "=", requestHash)
    .where("g.only_chosen", "=", 1)
    .where("g.revoked_at", "is", null)
    .executeTakeFirst();
  return limited !== undefined;
}

/** How many surveys a choice holds; null for all of them. */
export type ChosenCount = number | null;

/** Why a choice cannot be given. */
export type ChoiceProblem = "nothing_chosen" | "choice_too_early";

/** What an open page has chosen. */
export async function chosenOn({ kysely }: StoreQueries, requestHash: string): Promise<ChosenCount> {
  const { rows } = await sql<{ readonly onlyChosen: 0 | 1; readonly count: number | string }>`
    select only_chosen as "onlyChosen",
      (select count(*) from authorization_request_surveys where request_hash = hash) as count
    from authorization_requests where hash = ${requestHash}`.execute(kysely);
  // Engines differ in the type that they count in.
  return rows[0]?.onlyChosen === 1 ? Number(rows[0].count) : null;
}

/** Whether what an open page has chosen can be given. @param mayWrite whether the application makes surveys itself */
export async function choiceProblem(
  transaction: StoreQueries,
  { requestHash, mayWrite }: { readonly requestHash: string; readonly mayWrite: boolean },
): Promise<ChoiceProblem | undefined> {
  const count = await chosenOn(transaction, requestHash);
  if (count === null) return undefined;
  if (!(await mayLimit(transaction, requestHash))) return "choice_too_early";
  return count === 0 && !mayWrite ? "nothing_chosen" : undefined;
}

/** A grant that gets the choice of an open page. */
export interface GivenChoice {
  readonly requestHash: string;
  readonly grantId: number;
  readonly userId: number;
}

/** Gives a grant what an open page has chosen, for tokens that are out as well; what is outside ends. @returns what was chosen */
export async function recordChoice(
  transaction: StoreQueries,
  { requestHash, grantId, userId }: GivenChoice,
): Promise<ChosenCount> {
  const { kysely } = transaction;
  const isLimited = (await chosenOn(transaction, requestHash)) !== null;
  const ticked = sql`authorization_request_surveys r where r.request_hash = ${isLimited ? requestHash : ""}`;
  await sql`delete from grant_surveys
    where grant_id = ${grantId} and survey_id not in (select r.survey_id from ${ticked})`.execute(kysely);
  await sql`insert into grant_surveys (grant_id, survey_id)
    select ${sql.lit(grantId)}, s.id from surveys s
    where s.owner_id = ${userId} and s.binned_at is null and s.id in (select r.survey_id from ${ticked}) on conflict do nothing`.execute(
    kysely,
  );
  const count = sql<number>`(select count(*) from grant_surveys where grant_id = ${grantId})`;
  const given = await kysely
    .updateTable("grants")
    .set({
      only_chosen: isLimited ? 1 : 0,
      chosen_count: count,
      with_personal: (eb) =>
        eb.selectFrom("authorization_requests").select("with_personal").where("hash", "=", requestHash),
    })
    .where("id", "=", grantId)
    .returning("chosen_count as count")
    .executeTakeFirstOrThrow();
  await endOutsideChoice(transaction, grantId);
  return isLimited ? given.count : null;
}

/** Lets an application reach a survey that it has just made itself, when its user chose what it reaches. */
export async function addToChoice(
  { kysely }: StoreQueries,
  { grantId, surveyId, limited }: SurveyReach,
): Promise<void> {
  if (limited === 0) return;
  await kysely.insertInto("grant_surveys").values({ grant_id: grantId, survey_id: surveyId }).execute();
  await kysely
    .updateTable("grants")
    .set({ chosen_count: sql<number>`chosen_count + 1` })
    .where("id", "=", grantId)
    .execute();
  // Pages that are open were filled before: their decision would take it away again.
  await sql`insert into authorization_request_surveys (request_hash, survey_id)
    select r.hash, ${sql.lit(surveyId)} from grants g
      join authorization_requests r on r.application_id = g.application_id and r.user_id = g.user_id
    where g.id = ${grantId} and r.decision is null and r.expires_at > ${nowMs}`.execute(kysely);
}
