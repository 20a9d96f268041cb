import type { z } from "zod";

/** A kind of event that is sent to webhooks, as the OpenAPI document describes it. */
export interface DescribedEvent {
  /** The webhook in the document, and its operation. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** The body of the request. */
  readonly body: z.ZodType;
}
