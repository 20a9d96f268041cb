import { type Database, runSteps } from "@survey-open-platform/database";
import { answersLock, type AnswerWriteContext, deleteAnswer } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { recordAudit } from "../audit/audit-log-table.ts";
import type { Schema } from "../schema/schema.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** Answers deleted in one transaction, so that a sweep never delays the requests that wait for the next commit. */
const answersPerStep = 100;

/** A survey without such answers is looked at again after this time. */
const pauseMilliseconds = 3_600_000;

const dayMilliseconds = 86_400_000;

interface DueSurvey {
  readonly surveyId: number;
  readonly answerDays: number;
  readonly keepsCounts: boolean;
}

/**
 * Deletes answers whose time is over, some at a time, with all that deleting an answer does: files, events and exports follow.
 *
 * @returns how many were deleted; 0 when none is left
 */
export async function deleteExpiredAnswers(
  database: Database<Schema>,
  context: AnswerWriteContext,
): Promise<number> {
  const survey = await findDueSurvey(database.reader);
  if (survey === undefined) return 0;
  const answerIds = await findExpired(database.reader, survey);
  const deleted = await database.write(
    async (transaction) => {
      if (answerIds.length < answersPerStep) await noteChecked(transaction, survey.surveyId);
      return deleteThem(transaction, { survey, answerIds }, context);
    },
    { locks: [answersLock(survey.surveyId)] },
  );
  // Of a survey that was only looked at, another one may be due.
  return deleted === 0 ? deleteExpiredAnswers(database, context) : deleted;
}

async function findDueSurvey({ kysely }: StoreQueries): Promise<DueSurvey | undefined> {
  const row = await kysely
    .selectFrom("survey_privacy")
    .select(["survey_id as surveyId", "answer_days as answerDays", "keeps_counts"])
    .where("answer_days", "is not", null)
    .where("checked_at", "<=", sql<number>`${nowMs} - ${sql.lit(pauseMilliseconds)}`)
    .orderBy("survey_id")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.answerDays === null) return undefined;
  return { surveyId: row.surveyId, answerDays: row.answerDays, keepsCounts: row.keeps_counts === 1 };
}

async function findExpired(
  { kysely }: StoreQueries,
  { surveyId, answerDays }: DueSurvey,
): Promise<readonly number[]> {
  const rows = await kysely
    .selectFrom("answers")
    .select("answer_id as answerId")
    .where("survey_id", "=", surveyId)
    .where(
      "ended_at",
      "<=",
      sql<number>`${nowMs} - cast(${answerDays} as bigint) * ${sql.lit(dayMilliseconds)}`,
    )
    .orderBy("answer_id")
    .limit(answersPerStep)
    .execute();
  return rows.map(({ answerId }) => answerId);
}

async function noteChecked({ kysely }: StoreQueries, surveyId: number): Promise<void> {
  await kysely
    .updateTable("survey_privacy")
    .set({ checked_at: nowMs })
    .where("survey_id", "=", surveyId)
    .execute();
}

async function deleteThem(
  transaction: StoreQueries,
  { survey, answerIds }: { readonly survey: DueSurvey; readonly answerIds: readonly number[] },
  context: AnswerWriteContext,
): Promise<number> {
  const { surveyId, keepsCounts } = survey;
  let deleted = 0;
  for (const answerId of answerIds)
    if (await runSteps(transaction, deleteAnswer({ surveyId, answerId, keepsCounts }, context))) deleted += 1;
  if (deleted === 0) return 0;
  const actor = { userId: null, username: "", address: "" };
  const target = { kind: "survey", name: String(surveyId) } as const;
  await recordAudit(transaction, { actor, action: "answers.expired", target, after: { answers: deleted } });
  return deleted;
}
