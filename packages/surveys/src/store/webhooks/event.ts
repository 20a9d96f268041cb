import type { PlatformZone } from "../../model/platform-time.ts";

/** What happened, in the words of the wire. */
export type EventAction =
  | "answer.create"
  | "answer.update"
  | "answer.delete"
  | "survey.created"
  | "survey.updated"
  | "survey.deleted";

/** What an event is about. */
export type EventObject = "Answer" | "Survey" | "Webhook";

/** An event about to be delivered. */
export interface EventContent {
  readonly id: string;
  readonly object: EventObject;
  readonly action: EventAction | "webhook.test";
  /** ms UTC. */
  readonly at: number;
  /** JSON text. */
  readonly payload: string;
}

/** The JSON text of an event, as it is sent. */
export function eventBody({ id, object, action, at, payload }: EventContent, zone: PlatformZone): string {
  return `{"id":"${id}","object":"${object}","action":"${action}","created_at":"${zone.format(at)}","payload":${payload}}`;
}

/** The field of a payload in which the respondent's address is missing in the outbox, see {@link withAddress}. */
export const missingAddress = '"ip":""';

/**
 * Puts the respondent's address into the body of an event. The outbox keeps it apart, so that it can be emptied when the survey's
 * time for addresses is over. In texts of respondents, quotes are escaped, so that none can look like the field.
 */
export function withAddress(body: string, address: string): string {
  return address === "" ? body : body.replace(missingAddress, () => `"ip":${JSON.stringify(address)}`);
}
