import { randomUUID } from "node:crypto";
import { rowsOf } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { PlatformZone } from "../../model/platform-time.ts";
import { nowMs, prepare, type SurveySteps } from "../queries.ts";
import { rowStatement } from "../row-chunks.ts";
import { type EventAction, eventBody, type EventObject } from "./event.ts";

const millisecondsPerDay = 24 * 3_600_000;

/** For how many days events and the attempts to deliver them are kept. */
export const eventDays = 30;

/** Until when an event of a moment is kept, ms UTC both. */
export function eventExpiry(at: number): number {
  return at + eventDays * millisecondsPerDay;
}

/** An event about to be written to the outbox. */
export interface NewEvent {
  /** Makes the JSON text of the payload. @param withTitles whether a webhook gets titles beside ids */
  readonly payload: (id: string, withTitles: boolean) => string;
  /** Of the respondent; "" for none. */
  readonly address: string;
  readonly addressUntil: number | null;
  /** The serial of the answer that it is about; null for a survey. */
  readonly answerId: number | null;
}

/** Events of one survey that have happened in one transaction, in their order. */
export interface NewEvents {
  readonly surveyId: number;
  readonly object: EventObject;
  readonly action: EventAction;
  readonly events: readonly NewEvent[];
  /** The webhooks that get them. */
  readonly webhooks: readonly ListeningWebhook[];
}

/** A webhook that gets an event. */
export interface ListeningWebhook {
  readonly id: number;
  /** Whether it gets titles beside ids. */
  readonly titles: 0 | 1;
}

const takeSequence = prepare<{
  readonly surveyId: number;
  readonly object: string;
  readonly count: number;
}>()((db, param) =>
  db
    .insertInto("webhook_sequences")
    .values({ survey_id: param("surveyId"), object: param("object"), last: param("count") })
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "object"])
        .doUpdateSet({ last: sql<number>`webhook_sequences.last + excluded.last` }),
    )
    .returning(["last", nowMs.as("at")]),
);

const columns = [
  "webhook_id",
  "event_id",
  "survey_id",
  "answer_id",
  "sequence",
  "object",
  "action",
  "body",
  "address",
  "address_until",
  "state",
  "attempts",
  "due_at",
  "created_at",
  "expires_at",
] as const;

/** Adds rows to the outbox. */
export const insertDeliveries = rowStatement(columns, (db, rows) =>
  db.insertInto("webhook_deliveries").values([...rows]),
);

/** Writes events to the outbox, in the transaction in which they happened. */
export function* writeEvents(
  { surveyId, object, action, events, webhooks }: NewEvents,
  zone: PlatformZone,
): SurveySteps<void> {
  const count = events.length;
  if (count === 0 || webhooks.length === 0) return;
  const [taken] = yield* rowsOf(takeSequence, { surveyId, object, count });
  const { last = 0, at = 0 } = taken ?? {};
  const rows = events.flatMap(({ payload, address, addressUntil, answerId }, place) => {
    const id = randomUUID();
    const row = {
      event_id: id,
      survey_id: surveyId,
      answer_id: answerId,
      sequence: last - count + 1 + place,
      object,
      action,
      address,
      address_until: addressUntil,
      state: "pending",
      attempts: 0,
      due_at: at,
      created_at: at,
      expires_at: eventExpiry(at),
    };
    const bodies = ([0, 1] as const).map((titles) =>
      webhooks.some((webhook) => webhook.titles === titles)
        ? eventBody({ id, object, action, at, payload: payload(id, titles === 1) }, zone)
        : "",
    );
    return webhooks.map((webhook) => ({
      ...row,
      webhook_id: webhook.id,
      body: bodies[webhook.titles] ?? "",
    }));
  });
  yield* insertDeliveries.send(rows);
}
