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

/** @returns the serial of the answer that comes this many after another one; undefined where there are fewer */
export async function serialAfter(
  { kysely }: SurveyQueries,
  { surveyId, after, count }: { readonly surveyId: number; readonly after: number; readonly count: number },
): Promise<number | undefined> {
  const row = await kysely
    .selectFrom("answers")
    .select("answer_id as serial")
    .where("survey_id", "=", surveyId)
    .where("answer_id", ">", after)
    .orderBy("answer_id")
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row?.serial;
}
