import { sql } from "kysely";
import type { StoreQueries } from "../statements/queries.ts";
import type { SurveyReach } from "../surveys/survey-reach.ts";

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
}
