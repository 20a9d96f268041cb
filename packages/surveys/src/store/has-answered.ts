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

/** The hash of the answer that a person or browser gave; undefined where it was not noted or is gone. */
export async function findClaimedAnswer(
  { kysely }: SurveyQueries,
  { surveyId, onceKey }: Claimant,
): Promise<string | undefined> {
  const found = await kysely
    .selectFrom("answer_claims")
    .innerJoin("answers", (join) =>
      join
        .onRef("answers.survey_id", "=", "answer_claims.survey_id")
        .onRef("answers.answer_id", "=", "answer_claims.answer_id"),
    )
    .select("answers.hash")
    .where("answer_claims.survey_id", "=", surveyId)
    .where("answer_claims.once_key", "=", onceKey)
    .executeTakeFirst();
  return found?.hash;
}
