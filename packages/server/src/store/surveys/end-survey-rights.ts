import type { StoreQueries } from "../statements/queries.ts";
import { switchOffWithoutRightTo } from "../webhooks/webhook-rights.ts";
import { findSurveyForUser } from "./survey-for-user-table.ts";

/** What a member makes of a survey, and what would come back with the right. */
const made = ["results_links", "answer_sheets"] as const;

/**
 * Ends what somebody made of a survey with a right that is gone: webhooks, links to results and sheets, which would come back with the
 * right. Called after the survey was shared differently or handed over.
 */
export async function endRightsTo(transaction: StoreQueries, surveyId: number): Promise<void> {
  await switchOffWithoutRightTo(transaction, surveyId);
  for (const table of made) await endWithoutRight(transaction, table, surveyId);
}

async function endWithoutRight(
  transaction: StoreQueries,
  table: (typeof made)[number],
  surveyId: number,
): Promise<void> {
  const rows = await transaction.kysely
    .selectFrom(table)
    .select("created_by as userId")
    .distinct()
    .where("survey_id", "=", surveyId)
    .execute();
  for (const { userId } of rows) {
    const survey = await findSurveyForUser(transaction, { surveyId, userId });
    if (survey?.rights.has("edit") === true) continue;
    await transaction.kysely
      .deleteFrom(table)
      .where("survey_id", "=", surveyId)
      .where("created_by", "=", userId)
      .execute();
  }
}
