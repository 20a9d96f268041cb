import { surveyState } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import type { MailContent } from "../../model/mail.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { findSurveyForUser } from "../surveys/survey-for-user-table.ts";
import { queueMail } from "./queue-mail.ts";
import { setWatch, type WatchKey } from "./survey-watch-table.ts";

/** How long before the end of a survey its watchers get a mail. */
const aheadMilliseconds = 86_400_000;
const noticesAtATime = 50;

/** What a watcher of a survey gets a mail about, once for each end and each limit. */
export interface EndNotice extends WatchKey {
  readonly kind: "survey_ends" | "limit_reached";
  /** The end in ms UTC, or the limit of answers. */
  readonly value: number;
}

/** What is due of it: surveys that end within a day, and those that have as many answers as they take. */
export async function dueEndNotices({ kysely }: StoreQueries): Promise<readonly EndNotice[]> {
  const watched = kysely
    .selectFrom("survey_watches as w")
    .innerJoin("surveys as s", "s.id", "w.survey_id")
    .select(["w.survey_id as surveyId", "w.user_id as userId"])
    .where("s.binned_at", "is", null)
    .where("s.state", "=", surveyState.collecting)
    .limit(noticesAtATime);
  const ends = await watched
    .select((eb) => eb.ref("s.end_at").$notNull().as("value"))
    .where("s.end_at", ">", nowMs)
    .where("s.end_at", "<=", sql<number>`${nowMs} + ${sql.lit(aheadMilliseconds)}`)
    .whereRef("w.end_told", "<>", "s.end_at")
    .execute();
  const limits = await watched
    .select((eb) => eb.ref("s.answer_limit").$notNull().as("value"))
    .whereRef("s.answer_count", ">=", "s.answer_limit")
    .whereRef("w.limit_told", "<>", "s.answer_limit")
    .execute();
  return [
    ...ends.map((end) => ({ ...end, kind: "survey_ends" as const })),
    ...limits.map((limit) => ({ ...limit, kind: "limit_reached" as const })),
  ];
}

/** Tells a watcher, once, whichever of several processes does it. A user who may not see the survey any more hears of nothing. */
export async function sendEndNotice(transaction: StoreQueries, notice: EndNotice): Promise<void> {
  const { kind, surveyId, userId, value } = notice;
  const column = kind === "survey_ends" ? "end_told" : "limit_told";
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("survey_watches")
    .set({ [column]: value })
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .where(column, "<>", value)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await tellWatcher(transaction, { surveyId, userId }, (title) =>
    kind === "survey_ends"
      ? { kind, facts: { surveyId, title, endAt: value } }
      : { kind, facts: { surveyId, title, limit: value } },
  );
}

async function tellWatcher(
  transaction: StoreQueries,
  { surveyId, userId }: WatchKey,
  contentOf: (title: string) => MailContent,
): Promise<void> {
  const survey = await findSurveyForUser(transaction, { surveyId, userId });
  if (survey?.rights.has("see") !== true) return setWatch(transaction, { surveyId, userId }, undefined);
  await queueMail(transaction, contentOf(survey.title), { userId });
}

/** Tells a user who watches a survey that an export of theirs can be downloaded. */
export async function announceExport(
  transaction: StoreQueries,
  { surveyId, userId }: WatchKey,
): Promise<void> {
  const watch = await transaction.kysely
    .selectFrom("survey_watches")
    .select("frequency")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (watch === undefined) return;
  await tellWatcher(transaction, { surveyId, userId }, (title) => ({
    kind: "export_ready",
    facts: { surveyId, title },
  }));
}
