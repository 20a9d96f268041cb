import type { TextTime } from "../surveys/survey-data.ts";
import type { WebhookEvent, WebhookTestEvent } from "./webhook-event.ts";

/** A kind of event that can be chosen. */
export type WebhookEventName = Exclude<WebhookEvent["action"], WebhookTestEvent["action"]>;

/** An address that gets events. */
export interface Webhook {
  readonly id: number;
  /** The user who created it on a page; 0 for one that a call created. */
  readonly user_id: number;
  /** `Survey_{survey_id}` or `User_{user_id}`. */
  readonly object: string;
  readonly url: string;
  /** Signs the events. Only a new one is shown, once; `""` otherwise. */
  readonly secret: string;
  readonly is_active: boolean;
  /** JSON text with `listenedResources`, what events are about: `answer`, `survey`, or both. */
  readonly options: string;
  /** Which events it gets. */
  readonly events: readonly WebhookEventName[];
  /** Whether events of answers have the titles of survey and questions beside the ids. */
  readonly titles: boolean;
  /** Why the platform switched it off: `gone` after HTTP 410, `failing` after five days, `revoked` with the user's consent,
   * `owner_gone` with the right of the user who added it; `""` else. */
  readonly off_reason: "" | "gone" | "failing" | "revoked" | "owner_gone" | (string & {});
  readonly created_at: TextTime;
  readonly updated_at: TextTime;
}

/** The webhooks of a survey or account, ascending by id. */
export interface WebhookList {
  readonly total: number;
  readonly list: readonly Webhook[];
}

/** A webhook about to be created. */
export interface WebhookCreation {
  /** Public `http` or `https` address, without port and credentials. */
  readonly url: string;
  /** An active webhook gets a test event at once. It is not active unless this is set. */
  readonly is_active?: boolean | undefined;
  /**
   * Which events it gets. Unless given, a webhook of a survey gets those of its answers, and one of a user or team those of surveys; it can get
   * the answers to all of them as well.
   */
  readonly events?: readonly WebhookEventName[] | undefined;
  /** Whether events of answers have the titles of survey and questions beside the ids. Default false. */
  readonly titles?: boolean | undefined;
}

/** What changes in a webhook; what is left out stays as it is. */
export type WebhookChange = Partial<WebhookCreation>;

/** Which deliveries are made again: all failed ones unless something is given. */
export interface ResendRequest {
  /** Only this one. */
  readonly delivery_id?: number | undefined;
  /** Only failed ones of events since then, in seconds since 1970. */
  readonly since?: number | undefined;
}

/** The outcome of a delivery so far. */
export type DeliveryState = "pending" | "delivered" | "failed";

/** An event for a webhook. */
export interface Delivery {
  readonly id: number;
  /** The same at every attempt. */
  readonly event_id: string;
  /** `Answer`, `Survey`, or `Webhook` for a test. */
  readonly object: string;
  /** What happened, such as `answer.create`. */
  readonly action: string;
  /** Counts the events of the survey, from 1; 0 for a test. */
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When the next attempt is due; `""` when none is. */
  readonly next_attempt_at: TextTime;
  readonly created_at: TextTime;
}

/** Deliveries of a webhook, the newest first. */
export interface DeliveryList {
  /** Least id of the list, for the next one; 0 when it is empty. */
  readonly last_id: number;
  readonly list: readonly Delivery[];
}

/** An attempt to deliver an event. */
export interface DeliveryAttempt {
  readonly at: TextTime;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Why it failed, such as `timeout`; `""` when the event was accepted. */
  readonly failure: string;
  readonly milliseconds: number;
  /** The first KB of the response. */
  readonly response: string;
}

/** An event for a webhook, with every attempt to deliver it, the oldest first. */
export interface DeliveryDetail extends Delivery {
  readonly tries: readonly DeliveryAttempt[];
}
