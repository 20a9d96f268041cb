import { sql } from "kysely";
import { findSurveyForUser } from "../surveys/survey-for-user-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { hashOfAddress, withdrawRefusal } from "./mail-refusal-table.ts";
import { queueMail } from "./queue-mail.ts";

/** How often a user hears of new answers. */
export type WatchFrequency = "each" | "hourly" | "daily";

/** How long after a mail the next one follows at the earliest. */
const intervals: Readonly<Record<WatchFrequency, number>> = { each: 0, hourly: 3_600_000, daily: 86_400_000 };

/** Whether a form names one. */
export function isFrequency(text: string): text is WatchFrequency {
  return Object.hasOwn(intervals, text);
}

/** Of which answers a user hears, and how often. */
export interface Watch {
  readonly frequency: WatchFrequency;
  /** Only answers with this choice, as an address of results writes it; "" for all. */
  readonly condition: string;
}

/** A survey and a user who may watch it. */
export interface WatchKey {
  readonly surveyId: number;
  readonly userId: number;
}

/** How a user watches a survey; undefined when the user does not. */
export async function findWatch(
  { kysely }: StoreQueries,
  { surveyId, userId }: WatchKey,
): Promise<Watch | undefined> {
  return kysely
    .selectFrom("survey_watches")
    .select(["frequency", "condition"])
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Begins, changes or, without a watch, ends watching. It begins with the answers from now on, also for a user who had unsubscribed. */
export async function setWatch(
  transaction: StoreQueries,
  { surveyId, userId }: WatchKey,
  watch: Watch | undefined,
): Promise<void> {
  const { kysely } = transaction;
  const before = await kysely
    .deleteFrom("survey_watches")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .returning("end_told as endTold")
    .executeTakeFirst();
  if (watch === undefined) return;
  const { email } = await kysely
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (email !== null)
    await withdrawRefusal(transaction, { addressHash: hashOfAddress(email), topic: `survey-${surveyId}` });
  await insertWatch(transaction, { surveyId, userId, endTold: before?.endTold ?? 0 }, watch);
}

async function insertWatch(
  { kysely }: StoreQueries,
  { surveyId, userId, endTold }: WatchKey & { readonly endTold: number },
  watch: Watch,
): Promise<void> {
  await kysely
    .insertInto("survey_watches")
    .columns([
      "survey_id",
      "user_id",
      "frequency",
      "condition",
      "seen_serial",
      "due_at",
      "end_told",
      "limit_told",
    ])
    .expression(
      kysely
        .selectFrom("surveys")
        .select("id")
        .select(sql<number>`cast(${userId} as bigint)`.as("user_id"))
        .select(sql<WatchFrequency>`cast(${watch.frequency} as text)`.as("frequency"))
        .select(sql<string>`cast(${watch.condition} as text)`.as("condition"))
        .select("answer_serial")
        .select(sql<number>`${nowMs} + ${sql.lit(intervals[watch.frequency])}`.as("due_at"))
        .select(sql<number>`cast(${endTold} as bigint)`.as("end_told"))
        // A limit that is reached already is no news.
        .select(
          sql<number>`case when answer_count >= answer_limit then answer_limit else 0 end`.as("limit_told"),
        )
        .where("id", "=", surveyId)
        .where("binned_at", "is", null),
    )
    .execute();
}

/** A watch whose survey has answers that its user has not heard of, and whose time has come. */
export interface DueWatch extends WatchKey, Watch {
  readonly seen: number;
  /** The serial of the newest answer. */
  readonly newest: number;
}

/** The watches that are due. */
export async function dueWatches({ kysely }: StoreQueries, limit: number): Promise<readonly DueWatch[]> {
  return kysely
    .selectFrom("survey_watches as w")
    .innerJoin("surveys as s", "s.id", "w.survey_id")
    .select(["w.survey_id as surveyId", "w.user_id as userId", "w.frequency", "w.condition"])
    .select(["w.seen_serial as seen", "s.answer_serial as newest"])
    .where("s.binned_at", "is", null)
    .where("w.due_at", "<=", nowMs)
    .whereRef("s.answer_serial", ">", "w.seen_serial")
    .orderBy("w.due_at")
    .limit(limit)
    .execute();
}

/** How many answers of a survey are there, of those that came after a serial and no later than another one. */
export async function countAnswersBetween(
  { kysely }: StoreQueries,
  { surveyId, seen, newest }: Pick<DueWatch, "surveyId" | "seen" | "newest">,
): Promise<number> {
  const { count } = await kysely
    .selectFrom("answers")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("survey_id", "=", surveyId)
    .where("answer_id", ">", seen)
    .where("answer_id", "<=", newest)
    .executeTakeFirstOrThrow();
  // Engines differ in the type that they count in.
  return Number(count);
}

/** The answers that a mail is about. */
export interface WatchNotice {
  readonly watch: DueWatch;
  readonly count: number;
  /** The serial up to which answers were counted. */
  readonly upTo: number;
}

/**
 * Writes the mail about new answers, and that its user has heard of them: once, whichever of several processes does it. A user who may not
 * see the results any more hears of nothing.
 */
export async function sendWatchNotice(
  transaction: StoreQueries,
  { watch, count, upTo }: WatchNotice,
): Promise<void> {
  const { surveyId, userId, frequency, condition, seen } = watch;
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("survey_watches")
    .set({ seen_serial: upTo, due_at: sql<number>`${nowMs} + ${sql.lit(intervals[frequency])}` })
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .where("seen_serial", "=", seen)
    .where("condition", "=", condition)
    .executeTakeFirst();
  if (numUpdatedRows === 0n || count === 0) return;
  const survey = await findSurveyForUser(transaction, { surveyId, userId });
  if (survey?.rights.has("see") !== true) return setWatch(transaction, { surveyId, userId }, undefined);
  const facts = { title: survey.title, surveyId, count, isFiltered: condition !== "" };
  await queueMail(transaction, { kind: "new_answers", facts }, { userId });
}

/** Changes how often a user hears of a survey that they watch; what the platform has told them stays. @returns false when they do not */
export async function changeFrequency(
  { kysely }: StoreQueries,
  { surveyId, userId }: WatchKey,
  frequency: WatchFrequency,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable("survey_watches")
    .set({ frequency, due_at: sql<number>`${nowMs} + ${sql.lit(intervals[frequency])}` })
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The surveys that a user watches, with their titles. */
export async function listWatches({ kysely }: StoreQueries, userId: number) {
  return kysely
    .selectFrom("survey_watches as w")
    .innerJoin("surveys as s", "s.id", "w.survey_id")
    .select(["s.id as surveyId", "s.title", "w.frequency", "w.condition"])
    .where("w.user_id", "=", userId)
    .where("s.binned_at", "is", null)
    .orderBy("s.id", "desc")
    .limit(200)
    .execute();
}
