import { nowMs, type StoreQueries } from "./queries.ts";
import { findWebhook, type OwnedWebhook } from "./webhook-table.ts";

/** What became of an event so far. */
export type DeliveryState = "pending" | "delivered" | "failed";

/** An event of a webhook. Times are ms UTC. */
export interface Delivery {
  readonly id: number;
  readonly eventId: string;
  readonly surveyId: number;
  readonly sequence: number;
  readonly object: string;
  readonly action: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When the next attempt is due; null when none is. */
  readonly dueAt: number | null;
  readonly createdAt: number;
}

/** An attempt to deliver an event. */
export interface DeliveryAttempt {
  readonly id: number;
  readonly at: number;
  readonly milliseconds: number;
  /** 0 when there was no response. */
  readonly status: number;
  /** "" when it succeeded. */
  readonly failure: string;
  readonly response: string;
}

/** A part of the events of a webhook. */
export interface DeliverySearch {
  readonly webhookId: number;
  readonly state: DeliveryState | undefined;
  /** Only events before this one. */
  readonly before: number | undefined;
  readonly limit: number;
}

function deliveries({ kysely }: StoreQueries, webhookId: number) {
  return kysely
    .selectFrom("webhook_deliveries")
    .select(["id", "event_id as eventId", "survey_id as surveyId", "sequence", "object", "action"])
    .select(["attempts", "due_at as dueAt", "created_at as createdAt"])
    .select((eb) => eb.ref("state").$castTo<DeliveryState>().as("state"))
    .where("webhook_id", "=", webhookId);
}

/** Lists events of a webhook, the newest first. */
export function listDeliveries(
  queries: StoreQueries,
  { webhookId, state, before, limit }: DeliverySearch,
): Promise<readonly Delivery[]> {
  return deliveries(queries, webhookId)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? ""))
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** An event of a webhook. */
export interface OwnedDelivery extends OwnedWebhook {
  readonly deliveryId: number;
}

/** An event with all attempts to deliver it, the oldest first, and its body without the respondent's address. */
export interface DeliveryRecord extends Delivery {
  readonly body: string;
  readonly tries: readonly DeliveryAttempt[];
}

/** Finds an event of a webhook of an owner. */
export async function findDelivery(
  queries: StoreQueries,
  { deliveryId, ...owned }: OwnedDelivery,
): Promise<DeliveryRecord | undefined> {
  const webhook = await findWebhook(queries, owned);
  if (webhook === undefined) return undefined;
  const delivery = await deliveries(queries, webhook.id)
    .select("body")
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  if (delivery === undefined) return undefined;
  const tries = await queries.kysely
    .selectFrom("webhook_attempts")
    .select(["id", "at", "milliseconds", "status", "failure", "response"])
    .where("delivery_id", "=", deliveryId)
    .orderBy("id")
    .execute();
  return { ...delivery, tries };
}

/** Sends an event again, with the attempts that a new one has. @returns false when there is none, or its webhook is not active */
export async function resendDelivery(
  transaction: StoreQueries,
  { deliveryId, ...owned }: OwnedDelivery,
): Promise<boolean> {
  const webhook = await findWebhook(transaction, owned);
  if (webhook === undefined || !webhook.isActive) return false;
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("webhook_deliveries")
    .set({ state: "pending", attempts: 0, due_at: nowMs })
    .where("webhook_id", "=", webhook.id)
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Which events to send again. */
export interface FailedDeliveries extends OwnedWebhook {
  /** Only those that happened at this moment or later, ms UTC. */
  readonly since: number;
}

/** Sends the failed events of a webhook again, the oldest first. @returns how many; undefined when there is no active webhook */
export async function resendFailed(
  transaction: StoreQueries,
  { since, ...owned }: FailedDeliveries,
): Promise<number | undefined> {
  const webhook = await findWebhook(transaction, owned);
  if (webhook === undefined || !webhook.isActive) return undefined;
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("webhook_deliveries")
    .set({ state: "pending", attempts: 0, due_at: nowMs })
    .where("webhook_id", "=", webhook.id)
    .where("state", "=", "failed")
    .where("created_at", ">=", since)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
