import type { SurveyQueries } from "./queries.ts";
import { dropAnswerEvents } from "./webhooks/empty-events.ts";
import type { Outbox } from "./webhooks/outbox.ts";

/** Which survey to delete. */
export interface SurveyDeletion {
  readonly surveyId: number;
  /** Who deletes it; 0 or left out for a program or the operator. */
  readonly editorUserId?: number;
}

/**
 * Deletes a survey with its versions and answers. One in the bin has told its webhooks already. The survey's lock has to be held.
 *
 * @returns false when there is none
 */
export async function deleteSurvey(
  transaction: SurveyQueries,
  { surveyId, editorUserId = 0 }: SurveyDeletion,
  outbox: Outbox,
): Promise<boolean> {
  await outbox.survey(transaction, { surveyId, action: "survey.deleted", editorUserId });
  const { kysely } = transaction;
  const deleted = await kysely.deleteFrom("surveys").where("id", "=", surveyId).executeTakeFirst();
  await dropAnswerEvents(transaction, [surveyId]);
  return deleted.numDeletedRows > 0n;
}
