import { sql } from "kysely";
import { surveyState } from "../model/survey.ts";
import type { SurveyDeletion } from "./delete-survey.ts";
import { nowMs, type SurveyQueries } from "./queries.ts";
import type { Outbox } from "./webhooks/outbox.ts";
import { dropAnswerEvents } from "./webhooks/empty-events.ts";

/** For so many days a survey is kept in the bin. */
export const binDays = 30;

/** A survey put into the bin before this time is deleted by the next sweep, and cannot be restored. */
const expiredBefore = sql<number>`${nowMs} - ${sql.lit(binDays * 24 * 3_600_000)}`;

/** Surveys deleted at a time: each may have many answers. */
const surveysPerSweep = 5;

/**
 * Puts a survey into the bin: from then on it is treated as if it did not exist. Its webhooks get what a deleted survey's get, and nothing
 * that waits for them is sent. The survey's lock has to be held.
 *
 * @returns false when there is none
 */
export async function binSurvey(
  transaction: SurveyQueries,
  { surveyId, editorUserId = 0 }: SurveyDeletion,
  outbox: Outbox,
): Promise<boolean> {
  await outbox.survey(transaction, { surveyId, action: "survey.deleted", editorUserId });
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("surveys")
    .set((eb) => ({
      binned_at: nowMs,
      binned_key: eb.ref("declared_key"),
      declared_key: null,
      // A node of an older version knows no bin: it takes no answers either.
      state: sql<number>`case when state = ${sql.lit(surveyState.collecting)}
        then ${sql.lit(surveyState.paused)} else state end`,
    }))
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await stopWaitingForSurvey(transaction, surveyId);
  return true;
}

async function stopWaitingForSurvey({ kysely }: SurveyQueries, surveyId: number): Promise<void> {
  await kysely
    .updateTable("webhook_deliveries")
    .set({ state: "failed", due_at: null })
    .where((eb) =>
      eb.or([
        eb("webhook_id", "in", eb.selectFrom("webhooks").select("id").where("survey_id", "=", surveyId)),
        eb.and([eb("survey_id", "=", surveyId), eb("answer_id", "is not", null)]),
      ]),
    )
    .where("due_at", "is not", null)
    .execute();
}

/**
 * Takes a survey out of the bin, paused unless it was a draft. It gets its name in a declarative file back if no other survey has it by
 * now. The survey's lock has to be held.
 *
 * @returns false when it is not in the bin, or has been there for too long
 */
export async function restoreSurvey(
  transaction: SurveyQueries,
  { surveyId, editorUserId = 0 }: SurveyDeletion,
  outbox: Outbox,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("surveys")
    .set({
      binned_at: null,
      binned_key: null,
      declared_key: sql<string | null>`case when exists (
        select 1 from surveys o where o.declared_key = surveys.binned_key) then null else binned_key end`,
      updated_at: nowMs,
    })
    .where("id", "=", surveyId)
    .where("binned_at", ">", expiredBefore)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await outbox.survey(transaction, { surveyId, action: "survey.created", editorUserId });
  return true;
}

/** A survey that was deleted because its time in the bin was over. */
export interface SweptSurvey {
  readonly id: number;
  readonly title: string;
  readonly answers: number;
}

/** Deletes surveys whose time in the bin is over, with their answers: a limited number of them. */
export async function sweepBin(transaction: SurveyQueries): Promise<readonly SweptSurvey[]> {
  const swept = await transaction.kysely
    .deleteFrom("surveys")
    .where("id", "in", (eb) =>
      eb.selectFrom("surveys").select("id").where("binned_at", "<=", expiredBefore).limit(surveysPerSweep),
    )
    .where("binned_at", "<=", expiredBefore)
    .returning(["id", "title", "answer_count as answers"])
    .execute();
  await dropAnswerEvents(
    transaction,
    swept.map(({ id }) => id),
  );
  return swept;
}
