import type { SurveyQueries } from "./queries.ts";

/** Deletes a survey with its versions and answers. The survey's lock has to be held. @returns false when there is none */
export async function deleteSurvey({ kysely }: SurveyQueries, surveyId: number): Promise<boolean> {
  const deleted = await kysely.deleteFrom("surveys").where("id", "=", surveyId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
