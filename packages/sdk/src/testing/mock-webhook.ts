import type { WebhookEvent } from "../webhooks/webhook-event.ts";
import { signatureOf } from "../webhooks/webhook-signature.ts";
import { answerEvent } from "./generated-replies.ts";

/** An event that a test has the platform send. */
export interface MockWebhook {
  /** The secret of the receiver, `whsec_…`. */
  readonly secret: string;
  /** Default: a new answer. */
  readonly event?: WebhookEvent;
  /** Where the receiver listens. Default `https://me.example/webhook`. */
  readonly url?: string;
  /** Counts the events of a survey. Default 1. */
  readonly sequence?: number;
}

/** The request by which a platform delivers an event, signed. @param now unix milliseconds */
export async function mockWebhookRequest(
  { secret, event = answerEvent, url = "https://me.example/webhook", sequence = 1 }: MockWebhook,
  now: number,
): Promise<Request> {
  const text = JSON.stringify(event);
  const timestamp = String(Math.floor(now / 1000));
  const body = new TextEncoder().encode(text);
  const headers = {
    "content-type": "application/json",
    "webhook-id": event.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": await signatureOf({ id: event.id, timestamp, body }, secret),
    "webhook-sequence": String(sequence),
  };
  return new Request(url, { method: "POST", headers, body: text });
}
