import {
  countField,
  type EventAction,
  eventActions,
  idField,
  type PlatformZone,
  textTimeField,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import type { Delivery, DeliveryRecord } from "../../../store/webhooks/webhook-log.ts";
import type { Webhook } from "../../../store/webhooks/webhook-table.ts";

/** A webhook on the wire. */
export const webhookSchema = z
  .object({
    id: idField.meta({ description: "Id of the webhook." }),
    user_id: countField.meta({
      description:
        "The user who added it on a page, or gave it its address or switched it on there last; 0 for a call.",
    }),
    object: z.string().meta({ description: "What it belongs to: Survey_{survey_id} or User_{user_id}." }),
    url: z.string().meta({ description: "Where events are sent." }),
    secret: z.string().meta({ description: 'Signs the events. Shown once, when it is new; "" otherwise.' }),
    is_active: z.boolean().meta({ description: "Whether events are sent." }),
    options: z.string().meta({
      description: "JSON text with listenedResources, what events are about: answer, survey, or both.",
    }),
    events: z.array(z.enum(eventActions)).meta({ description: "Which events it gets." }),
    titles: z.boolean().meta({
      description: "Whether events of answers have the titles of survey and questions beside the ids.",
    }),
    off_reason: z.enum(["", "gone", "failing", "revoked", "owner_gone"]).meta({
      description:
        'Why the platform switched it off: gone after HTTP 410, failing after five days, revoked with the access of the application that added it, owner_gone when the user who added it does not manage it any more; "" else.',
    }),
    created_at: textTimeField.meta({ description: "When it was created, in the platform's zone." }),
    updated_at: textTimeField.meta({ description: "When it last changed, in the platform's zone." }),
  })
  .meta({ id: "Webhook", description: "An address that gets events." });

/** Data of the lists of webhooks. */
export const webhookListSchema = z
  .object({
    total: countField.meta({ description: "Webhooks of the survey or account." }),
    list: z.array(webhookSchema).meta({ description: "All of them, ascending by id." }),
  })
  .meta({ id: "WebhookList", description: "The webhooks of a survey or account." });

const attemptSchema = z
  .object({
    at: textTimeField.meta({ description: "When it ended." }),
    status: countField.meta({ description: "HTTP status; 0 when there was no response." }),
    failure: z
      .string()
      .meta({ description: 'Why it failed, such as timeout; "" when the event was accepted.' }),
    milliseconds: countField.meta({ description: "How long it took." }),
    response: z.string().meta({ description: "The first KB of the response." }),
  })
  .meta({ id: "DeliveryAttempt", description: "An attempt to deliver an event." });

const deliveryFields = {
  id: idField.meta({ description: "Id of the delivery." }),
  event_id: z.string().meta({ description: "Id of the event, the same at every attempt." }),
  object: z.string().meta({ description: "Answer, Survey, or Webhook for a test." }),
  action: z.string().meta({ description: "What happened, such as answer.create." }),
  sequence: countField.meta({ description: "Counts the events of the survey, from 1; 0 for a test." }),
  state: z.enum(["pending", "delivered", "failed"]).meta({ description: "Its outcome so far." }),
  attempts: countField.meta({ description: "Attempts so far." }),
  next_attempt_at: z
    .string()
    .meta({ description: 'When the next attempt is due, in the platform\'s zone; "" when none is.' }),
  created_at: textTimeField.meta({ description: "When it happened, in the platform's zone." }),
};

/** Data of the call that lists deliveries. */
export const deliveryListSchema = z
  .object({
    last_id: countField.meta({
      description: "Least id of the list, to be sent for the next one; 0 when it is empty.",
    }),
    list: z
      .array(z.object(deliveryFields).meta({ id: "Delivery", description: "An event for a webhook." }))
      .meta({ description: "Events, the newest first." }),
  })
  .meta({ id: "DeliveryList", description: "Events of a webhook." });

/** Data of the call that shows a delivery. */
export const deliveryDetailSchema = z
  .object({
    ...deliveryFields,
    tries: z.array(attemptSchema).meta({ description: "Every attempt, the oldest first." }),
  })
  .meta({ id: "DeliveryDetail", description: "An event for a webhook, with every attempt to deliver it." });

/** A webhook as a call returns it. @param secret when it is new */
export function webhookJson(
  webhook: Webhook,
  zone: PlatformZone,
  secret = "",
): z.output<typeof webhookSchema> {
  const { id, surveyId, accountId } = webhook;
  return {
    id,
    user_id: webhook.userId,
    object: surveyId === null ? `User_${accountId}` : `Survey_${surveyId}`,
    url: webhook.url,
    secret,
    is_active: webhook.isActive,
    options: JSON.stringify({ listenedResources: resourcesOf(webhook.events) }),
    events: [...webhook.events],
    titles: webhook.hasTitles,
    off_reason: webhook.offReason,
    created_at: zone.format(webhook.createdAt),
    updated_at: zone.format(webhook.updatedAt),
  };
}

/** What events are about, in the words of the wire. */
function resourcesOf(events: readonly EventAction[]): readonly string[] {
  return [...new Set(events.map((action) => action.slice(0, action.indexOf("."))))];
}

/** A delivery as a call returns it. */
export function deliveryJson(delivery: Delivery, zone: PlatformZone) {
  const { id, eventId, object, action, sequence, state, attempts, dueAt, createdAt } = delivery;
  const times = { next_attempt_at: zone.format(dueAt), created_at: zone.format(createdAt) };
  return { id, event_id: eventId, object, action, sequence, state, attempts, ...times };
}

/** A delivery with its attempts, as a call returns it. */
export function deliveryDetailJson(
  delivery: DeliveryRecord,
  zone: PlatformZone,
): z.output<typeof deliveryDetailSchema> {
  const tries = delivery.tries.map(({ at, status, failure, milliseconds, response }) => ({
    at: zone.format(at),
    status,
    failure,
    milliseconds,
    response,
  }));
  return { ...deliveryJson(delivery, zone), tries };
}
