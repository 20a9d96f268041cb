import type { RawBuilder } from "kysely";
import { nowMs, type StoreQueries } from "./queries.ts";
import { recountListeners, stopWaiting } from "./webhook-table.ts";

/**
 * Switches off the webhooks that applications added with grants. They would send an application what it may not read any more.
 *
 * @param grants a condition on rows of grants
 */
export async function switchOffWebhooksOf(
  transaction: StoreQueries,
  grants: RawBuilder<boolean>,
): Promise<void> {
  const switchedOff = await transaction.kysely
    .updateTable("webhooks")
    .set({ is_active: 0, off_reason: "revoked", off_at: nowMs, updated_at: nowMs })
    .where("is_active", "=", 1)
    .where("grant_id", "in", (eb) => eb.selectFrom("grants").select("grants.id").where(grants))
    .returning(["id", "survey_id as surveyId"])
    .execute();
  for (const { id, surveyId } of switchedOff) {
    await stopWaiting(transaction, id);
    if (surveyId !== null) await recountListenersOf(transaction, surveyId);
  }
}

/** The lock of the survey is not held: once its row is locked, the count is of what others have committed. */
async function recountListenersOf(transaction: StoreQueries, surveyId: number): Promise<void> {
  await transaction.kysely
    .updateTable("surveys")
    .set((eb) => ({ answer_webhooks: eb.ref("answer_webhooks") }))
    .where("id", "=", surveyId)
    .execute();
  await recountListeners(transaction, { kind: "survey", id: surveyId });
}
