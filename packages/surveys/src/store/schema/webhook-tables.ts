import type { Generated } from "kysely";

/** Webhooks and their outbox. */
export interface WebhookTables {
  readonly webhooks: WebhooksTable;
  readonly webhook_deliveries: WebhookDeliveriesTable;
  readonly webhook_attempts: WebhookAttemptsTable;
  readonly webhook_sequences: WebhookSequencesTable;
}

/** Addresses that get events. A webhook belongs to a survey, whose answers it gets, or to an account, whose surveys it gets. */
interface WebhooksTable {
  readonly id: Generated<number>;
  readonly survey_id: number | null;
  /** A user or a team. */
  readonly account_id: number | null;
  /** Who created it on a page; 0 for one that was created by a call. */
  readonly user_id: number;
  /** The grant of the application that sent its address, or switched it on, with a user's token; null for everything else. */
  readonly grant_id: Generated<number | null>;
  readonly url: string;
  /** Host and port of the address: what the deliveries at the same time are counted by. */
  readonly receiver: string;
  /** Signs the events, so it is kept as it is: `whsec_` and base64. */
  readonly secret: string;
  /** The secret before; signs as well until `previous_until`. "" when there is none. */
  readonly previous_secret: Generated<string>;
  readonly previous_until: Generated<number>;
  readonly is_active: 0 | 1;
  /** Why the platform switched it off: `gone`, `failing` or `revoked`; "" when it did not. */
  readonly off_reason: Generated<string>;
  readonly off_at: Generated<number | null>;
  /** The first failure since the last success; null when the last attempt succeeded. */
  readonly failing_since: Generated<number | null>;
  /** Nothing is sent before this moment, because the receiver said so (`Retry-After`). */
  readonly paused_until: Generated<number>;
  /** Which process delivers to it at the moment; "" for none. */
  readonly lease: Generated<string>;
  readonly leased_until: Generated<number>;
  readonly created_at: number;
  readonly updated_at: number;
  /** Which events it gets, a bit for each kind; 0 for those of its kind of owner: answers of a survey, surveys of an account. */
  readonly listens: Generated<number>;
  /** Whether events of answers have the titles of survey and questions. */
  readonly titles: Generated<0 | 1>;
}

/**
 * The outbox: an event for a webhook. It is written in the transaction that made the event true, and kept as a log for 30
 * days.
 */
interface WebhookDeliveriesTable {
  readonly id: Generated<number>;
  readonly webhook_id: number;
  /** The same for all webhooks and all attempts. */
  readonly event_id: string;
  readonly survey_id: number;
  /** The serial of the answer that it is about, so that deleting the answer finds it; null for a survey or a test. */
  readonly answer_id: Generated<number | null>;
  /** Counts the events of the survey and object from 1 without gaps; 0 for a test. */
  readonly sequence: number;
  readonly object: string;
  readonly action: string;
  /** JSON text. The respondent's address is missing in it; of a deleted answer only ids are left. */
  readonly body: string;
  /** The respondent's address; "" when there is none, or once it was kept as long as the survey says. */
  readonly address: string;
  readonly address_until: number | null;
  /** `pending`, `delivered` or `failed`. */
  readonly state: string;
  /** Attempts since it was due first, or was sent again by a person. */
  readonly attempts: number;
  /** When the next attempt is due; null when none is. */
  readonly due_at: number | null;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Attempts to deliver an event; deleted with the event. */
interface WebhookAttemptsTable {
  readonly id: Generated<number>;
  readonly delivery_id: number;
  readonly webhook_id: number;
  readonly at: number;
  readonly milliseconds: number;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Why it failed, such as `timeout`; "" when it succeeded. */
  readonly failure: string;
  /** The beginning of the response. */
  readonly response: string;
}

/** The newest sequence number per survey and object. */
interface WebhookSequencesTable {
  readonly survey_id: number;
  readonly object: string;
  readonly last: number;
}
