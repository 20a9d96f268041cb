import { rowsOf, runSteps } from "@survey-open-platform/database";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";
import { isChosen, type Limit } from "../surveys/survey-reach.ts";
import { containing } from "../statements/search-pattern.ts";
import { findWebhook, type OwnedWebhook } from "./webhook-table.ts";

/** The outcome of an event so far. */
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
  /** Left out for every state. */
  readonly state?: DeliveryState | undefined;
  /** A part of the name or the id of an event; "" or left out for all. */
  readonly search?: string | undefined;
  /** Only events before this one. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly within: Limit;
}

function selectDeliveries(db: Kysely<Schema>) {
  return db
    .selectFrom("webhook_deliveries")
    .select(["id", "event_id as eventId", "survey_id as surveyId", "sequence", "object", "action"])
    .select(["attempts", "due_at as dueAt", "created_at as createdAt"])
    .select((eb) => eb.ref("state").$castTo<DeliveryState>().as("state"));
}

interface PageOfLog extends Limit {
  readonly webhookId: number;
  /** "" for every state. */
  readonly state: string;
  /** Of `like`, in lower case as ids and names of events are. */
  readonly pattern: string;
  readonly before: number;
  readonly limit: number;
}

/** Whether an event is within the reach of a caller: a test is of no survey. */
function isReached(limit: Parameters<typeof isChosen>[1]): RawBuilder<boolean> {
  return sql<boolean>`(survey_id = 0 or ${isChosen(sql.ref("webhook_deliveries.survey_id"), limit)})`;
}

const pageOfDeliveries = prepare<PageOfLog>()((db, param) =>
  selectDeliveries(db)
    .where("webhook_id", "=", param("webhookId"))
    .where("id", "<", param("before"))
    .where(isReached({ limited: param("limited"), grantId: param("grantId") }))
    .where((eb) =>
      eb.or([
        eb("state", "=", param("state")),
        eb(sql<string>`cast(${param("state")} as text)`, "=", sql.lit("")),
      ]),
    )
    .where(
      sql<boolean>`(event_id like ${param("pattern")} escape '\\' or action like ${param("pattern")} escape '\\')`,
    )
    .orderBy("id", "desc")
    .limit(param("limit")),
);

/** Lists events of a webhook, the newest first. */
export function listDeliveries({
  webhookId,
  state,
  search = "",
  before = Number.MAX_SAFE_INTEGER,
  limit,
  within,
}: DeliverySearch): StoreSteps<readonly Delivery[]> {
  return rowsOf(pageOfDeliveries, {
    webhookId,
    state: state ?? "",
    pattern: containing(search.toLowerCase()),
    before,
    limit,
    ...within,
  });
}

/** An event of a webhook. */
export interface OwnedDelivery extends OwnedWebhook {
  readonly deliveryId: number;
  /** The caller's. */
  readonly within: Limit;
}

/** An event with all attempts to deliver it, the oldest first, and its body without the respondent's address. */
export interface DeliveryRecord extends Delivery {
  readonly body: string;
  readonly tries: readonly DeliveryAttempt[];
}

interface DeliveryOfWebhook extends Limit {
  readonly webhookId: number;
  readonly deliveryId: number;
}

const deliveryById = prepare<DeliveryOfWebhook>()((db, param) =>
  selectDeliveries(db)
    .select("body")
    .where("webhook_id", "=", param("webhookId"))
    .where("id", "=", param("deliveryId"))
    .where(isReached({ limited: param("limited"), grantId: param("grantId") })),
);

const attemptsOf = prepare<{ readonly deliveryId: number }>()((db, param) =>
  db
    .selectFrom("webhook_attempts")
    .select(["id", "at", "milliseconds", "status", "failure", "response"])
    .where("delivery_id", "=", param("deliveryId"))
    .orderBy("id"),
);

/** Finds an event of a webhook of an owner. */
export function* findDelivery({
  deliveryId,
  within,
  ...owned
}: OwnedDelivery): StoreSteps<DeliveryRecord | undefined> {
  const webhook = yield* findWebhook(owned);
  if (webhook === undefined) return undefined;
  const [delivery] = yield* rowsOf(deliveryById, { webhookId: webhook.id, deliveryId, ...within });
  if (delivery === undefined) return undefined;
  return { ...delivery, tries: yield* rowsOf(attemptsOf, { deliveryId }) };
}

/** Sends an event again, with the attempts that a new one has. @returns false when there is none, or its webhook is not active */
export async function resendDelivery(
  transaction: StoreQueries,
  { deliveryId, within, ...owned }: OwnedDelivery,
): Promise<boolean> {
  const webhook = await runSteps(transaction, findWebhook(owned));
  if (webhook === undefined || !webhook.isActive) return false;
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("webhook_deliveries")
    .set({ state: "pending", attempts: 0, due_at: nowMs })
    .where("webhook_id", "=", webhook.id)
    .where("id", "=", deliveryId)
    .where(isReached(within))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Which events to send again. */
export interface FailedDeliveries extends OwnedWebhook {
  /** Only those that happened at this moment or later, ms UTC. */
  readonly since: number;
  /** The caller's. */
  readonly within: Limit;
}

/** Sends the failed events of a webhook again, the oldest first. @returns how many; undefined when there is no active webhook */
export async function resendFailed(
  transaction: StoreQueries,
  { since, within, ...owned }: FailedDeliveries,
): Promise<number | undefined> {
  const webhook = await runSteps(transaction, findWebhook(owned));
  if (webhook === undefined || !webhook.isActive) return undefined;
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("webhook_deliveries")
    .set({ state: "pending", attempts: 0, due_at: nowMs })
    .where("webhook_id", "=", webhook.id)
    .where("state", "=", "failed")
    .where("created_at", ">=", since)
    .where(isReached(within))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
