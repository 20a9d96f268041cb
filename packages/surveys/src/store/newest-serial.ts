import type { SurveyQueries } from "./queries.ts";

/** The serial of a survey's newest answer; 0 when it has none. */
export async function newestSerial({ kysely }: SurveyQueries, surveyId: number): Promise<number> {
  const row = await kysely
    .selectFrom("surveys")
    .select("answer_serial as serial")
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .executeTakeFirst();
  return row?.serial ?? 0;
}
