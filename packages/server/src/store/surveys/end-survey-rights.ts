import type { StoreQueries } from "../statements/queries.ts";
import { switchOffWithoutRightTo } from "../webhooks/webhook-rights.ts";
import { findSurveyForUser } from "./survey-for-user-table.ts";

/**
 * Ends what somebody made of a survey with a right that is gone: webhooks, and links to results, which would come back with the right.
 * Called after the survey was shared differently or handed over.
 */
export async function endRightsTo(transaction: StoreQueries, surveyId: number): Promise<void> {
  await switchOffWithoutRightTo(transaction, surveyId);
  const links = await transaction.kysely
    .selectFrom("results_links")
    .select("created_by as userId")
    .distinct()
    .where("survey_id", "=", surveyId)
    .execute();
  for (const { userId } of links) {
    const survey = await findSurveyForUser(transaction, { surveyId, userId });
    if (survey?.rights.has("edit") === true) continue;
    await transaction.kysely
      .deleteFrom("results_links")
      .where("survey_id", "=", surveyId)
      .where("created_by", "=", userId)
      .execute();
  }
}
