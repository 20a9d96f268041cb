import type { DescribedEvent } from "./described-event.ts";
import { jsonSchemaOf, type JsonSchema, type NamedSchemas } from "./json-schema.ts";

/** The webhooks of the document, and the schemas that they refer to. */
export function describeWebhooks(events: readonly DescribedEvent[]) {
  const described = events.map((event) => ({ event, ...jsonSchemaOf(event.body) }));
  return {
    webhooks: Object.fromEntries(
      described.map(({ event, schema }) => [event.name, { post: operationOf(event, schema) }] as const),
    ),
    // Several events share the pages of an answer.
    schemas: Object.assign({}, ...described.map(({ named }) => named)) as NamedSchemas,
  };
}

function operationOf({ name, summary, description }: DescribedEvent, schema: JsonSchema) {
  return {
    operationId: name,
    tags: ["events"],
    summary,
    description,
    security: [],
    parameters: signatureHeaders,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {
      "2XX": { description: "The event was taken. Answer within 15 seconds." },
      "410": { description: "No more events are wanted: the webhook is switched off." },
      default: { description: "The event is sent again later." },
    },
  };
}

/** Standard Webhooks. */
const signatureHeaders = [
  header("webhook-id", "The id of the event."),
  header("webhook-timestamp", "When this attempt was made, in unix seconds."),
  header(
    "webhook-signature",
    "v1, and the HMAC-SHA256 in base64 of webhook-id, a dot, webhook-timestamp, a dot and the bytes of the body; two with a space between them while a secret is being replaced.",
  ),
  header("webhook-sequence", "Counts the events of one survey to one webhook, from 1 without gaps."),
];

function header(name: string, description: string) {
  return { name, in: "header", required: true, description, schema: { type: "string" } } as const;
}
