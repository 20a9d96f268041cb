import type { SurveyQueries } from "./queries.ts";

/** A person or browser that may answer a survey only once. */
export interface Claimant {
  readonly surveyId: number;
  readonly onceKey: string;
}

/** Whether a person or browser has answered a survey. Only for showing: submitting decides by itself. */
export async function hasAnswered(
  { kysely }: SurveyQueries,
  { surveyId, onceKey }: Claimant,
): Promise<boolean> {
  const claim = await kysely
    .selectFrom("answer_claims")
    .select("once_key")
    .where("survey_id", "=", surveyId)
    .where("once_key", "=", onceKey)
    .executeTakeFirst();
  return claim !== undefined;
}
