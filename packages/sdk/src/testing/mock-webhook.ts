import type { WebhookEvent } from "../webhooks/webhook-event.ts";
import { signatureOf } from "../webhooks/webhook-signature.ts";

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

const sampleAnswer: WebhookEvent = {
  id: "6f1e3a0c-52c1-4f7e-9d2b-1f6f0a1b2c3d",
  object: "Answer",
  action: "answer.create",
  created_at: "2026-11-22 20:00:00",
  payload: {
    survey_id: 1001,
    survey_hash: "5d41",
    answer_id: 1,
    respondent_id: 0,
    respondent_type: 0,
    openid: "",
    started_at: "2026-11-22 19:59:00",
    ended_at: "2026-11-22 20:00:00",
    duration: 60,
    country: "",
    province: "",
    city: "",
    ip: "192.0.2.7",
    ua: "phone",
    referrer: "",
    third_party_user: { respondent_id: 0, openid: "", nickname: "" },
    answer: [],
  },
};

/** The request by which a platform delivers an event, signed. @param now unix milliseconds */
export async function mockWebhookRequest(
  { secret, event = sampleAnswer, url = "https://me.example/webhook", sequence = 1 }: MockWebhook,
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
