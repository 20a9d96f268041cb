import { createMemoryUsedStates } from "../state/used-states.ts";
import { type RawRequest, readBody } from "./raw-request.ts";
import { secretsOf, verifyWebhook, type VerifyOptions } from "./verify-webhook.ts";
import { WebhookError, type WebhookProblem } from "./webhook-error.ts";
import type {
  AnswerDeletedEvent,
  AnswerDeletedEventPayload,
  AnswerEvent,
  AnswerEventPayload,
  SurveyEvent,
  SurveyEventPayload,
  WebhookEvent,
  WebhookTestEvent,
} from "./webhook-event.ts";
import { webhookSecretBytes } from "./webhook-signature.ts";

export { verifyWebhook, WebhookError };
export type {
  AnswerDeletedEvent,
  AnswerDeletedEventPayload,
  AnswerEvent,
  AnswerEventPayload,
  RawRequest,
  SurveyEvent,
  SurveyEventPayload,
  VerifyOptions,
  WebhookEvent,
  WebhookProblem,
  WebhookTestEvent,
};

/** What a receiver needs. */
export interface WebhookReceiverOptions extends VerifyOptions {
  /** As the platform showed it, `whsec_…`; several while it is being replaced. */
  readonly secret: string | readonly string[];
  /**
   * Handles an event. It is called once for each event that it handles without an error; when it fails, the platform sends the
   * event again later. Several processes that receive the same events tell them apart by their `id`.
   */
  readonly onEvent: (event: WebhookEvent) => Promise<void> | void;
}

/** The part of a request of Node that is used. */
export interface NodeWebhookRequest extends AsyncIterable<string | Uint8Array> {
  readonly headers: RawRequest["headers"];
}

/** The part of a response of Node that is used. */
export interface NodeWebhookResponse {
  statusCode: number;
  end(): unknown;
}

/** Receives the events of a platform. Its methods reject with the error of `onEvent`. */
export interface WebhookReceiver {
  /** For everything with `Request` and `Response`. */
  fetch(request: Request): Promise<Response>;
  /** For Node's own server, and for Express, Connect and Koa (`ctx.req`, `ctx.res`) in front of what parses bodies. Responds with 500 when `onEvent` fails. */
  node(request: NodeWebhookRequest, response: NodeWebhookResponse): Promise<void>;
  /** For everything else. @returns the status of the response, which has no body */
  receive(request: Request | RawRequest): Promise<number>;
}

/**
 * Makes what receives events: it checks each one, passes it on once, and responds with 204; with 400 to what is no event.
 *
 * @throws TypeError when a secret is none
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createWebhookReceiver } from "@survey-open-platform/sdk/webhooks";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   onEvent: (event) => console.log(event.action, event.id),
 * });
 * export const server = createServer((request, response) => {
 *   receiver.node(request, response).catch(console.error);
 * });
 * ```
 */
export function createWebhookReceiver(options: WebhookReceiverOptions): WebhookReceiver {
  const { secret, onEvent, now = Date.now } = options;
  // A mistake in the settings is seen at the start, and not as events that are refused.
  for (const each of secretsOf(secret)) webhookSecretBytes(each);
  const used = options.used ?? createMemoryUsedStates(now);
  const handled = new HandledEvents(now);
  const receive = async (request: Request | RawRequest): Promise<number> => {
    try {
      const event = await verifyWebhook(request, secret, { ...options, used });
      await handled.once(event.id, async () => onEvent(event));
      return 204;
    } catch (error) {
      if (error instanceof WebhookError) return 400;
      throw error;
    }
  };
  return {
    receive,
    fetch: async (request) => new Response(null, { status: await receive(request) }),
    async node(request, response) {
      response.statusCode = 500;
      try {
        response.statusCode = await receive({ headers: request.headers, body: await readBody(request) });
      } catch (error) {
        if (!(error instanceof WebhookError)) throw error;
        response.statusCode = 400;
      } finally {
        response.end();
      }
    },
  };
}

/** Longer than the platform tries to deliver an event. */
const rememberedMilliseconds = 7 * 24 * 3_600_000;

/** Remembers which events were handled, in this process. */
class HandledEvents {
  readonly #now: () => number;
  /** By id: when it may be forgotten, and the handling while it lasts. The oldest are first. */
  readonly #events = new Map<string, { readonly until: number; readonly handling: Promise<void> }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Handles an event unless it was handled before; one whose handling failed is handled again. */
  async once(id: string, handle: () => Promise<void>): Promise<void> {
    this.#forget();
    const known = this.#events.get(id);
    if (known !== undefined) return known.handling;
    const handling = handle();
    this.#events.set(id, { until: this.#now() + rememberedMilliseconds, handling });
    try {
      await handling;
    } catch (error) {
      this.#events.delete(id);
      throw error;
    }
  }

  #forget(): void {
    for (const [id, { until }] of this.#events) {
      if (until > this.#now()) return;
      this.#events.delete(id);
    }
  }
}
