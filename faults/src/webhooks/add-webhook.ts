import type { Database } from "@survey-open-platform/database";
import type { SurveySchema } from "@survey-open-platform/surveys";

/** A webhook about to be created. */
export interface FaultyWebhook {
  readonly surveyId: number;
  readonly url: string;
  /** What its deliveries at the same time are counted by. */
  readonly receiver: string;
}

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Creates an active webhook as the platform does, without its pages, which check the address. */
export async function addWebhook(
  database: Database<SurveySchema>,
  { surveyId, url, receiver }: FaultyWebhook,
): Promise<void> {
  const created = { created_at: Date.now(), updated_at: Date.now() };
  await database.write(async ({ kysely }) => {
    await kysely
      .insertInto("webhooks")
      .values({
        survey_id: surveyId,
        account_id: null,
        user_id: 0,
        url,
        receiver,
        secret,
        is_active: 1,
        ...created,
      })
      .execute();
    await kysely.updateTable("surveys").set({ answer_webhooks: 1 }).where("id", "=", surveyId).execute();
  });
}
