import type { UsedStates } from "../state/used-states.ts";
import { bodyOf, headerOf, type RawRequest } from "./raw-request.ts";
import { WebhookError } from "./webhook-error.ts";
import type { WebhookEvent } from "./webhook-event.ts";
import { isSigned } from "./webhook-signature.ts";

/** How a request is checked. */
export interface VerifyOptions {
  /** How far the time of a request may be away. Default 300. */
  readonly toleranceSeconds?: number;
  /** Refuses a request that came before: the same one, not another attempt to deliver the event. Without it, none is refused. */
  readonly used?: UsedStates;
  /** Unix milliseconds. Default: the clock of this machine. */
  readonly now?: () => number;
}

/**
 * Checks that a request is an event of the platform: its signature, its time, and with `used` that it did not come before.
 * The source is Standard Webhooks 1.0.
 *
 * @param request a `Request`, or headers and the bytes of the body; a body that was parsed before cannot be checked
 * @param secret as the platform showed it, `whsec_…`; several while it is being replaced
 * @returns the event
 * @throws WebhookError when it is none
 * @throws TypeError when the secret is none
 * @example
 * ```ts
 * import { verifyWebhook } from "@survey-open-platform/sdk/webhooks";
 *
 * export async function hook(request: Request): Promise<Response> {
 *   const event = await verifyWebhook(request, process.env["WEBHOOK_SECRET"] ?? "");
 *   if (event.object === "Answer") console.log(event.action, event.payload.answer_id);
 *   return new Response(null, { status: 204 });
 * }
 * ```
 */
export async function verifyWebhook(
  request: Request | RawRequest,
  secret: string | readonly string[],
  { toleranceSeconds = 300, used, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { id, timestamp, signatures } = headersOf(request);
  const away = Math.abs(now() - Number(timestamp) * 1000);
  if (away > toleranceSeconds * 1000) throw new WebhookError("timestamp");
  const body = await bodyOf(request);
  if (!(await isSigned({ id, timestamp, body }, signatures, secretsOf(secret))))
    throw new WebhookError("signature");
  const event = eventIn(body, id);
  // Another attempt has another time.
  const isFirst = await used?.claim(`${id}.${timestamp}`, now() + 2 * toleranceSeconds * 1000);
  if (isFirst === false) throw new WebhookError("replayed");
  return event;
}

/** The secrets of a webhook as a list. */
export function secretsOf(secret: string | readonly string[]): readonly string[] {
  return typeof secret === "string" ? [secret] : secret;
}

function headersOf(request: Request | RawRequest) {
  const id = headerOf(request, "webhook-id") ?? "";
  const timestamp = headerOf(request, "webhook-timestamp") ?? "";
  const signatures = headerOf(request, "webhook-signature") ?? "";
  if (!/^[\w-]{1,64}$/.test(id) || !/^\d{1,12}$/.test(timestamp) || signatures === "")
    throw new WebhookError("headers");
  return { id, timestamp, signatures };
}

function eventIn(body: Uint8Array<ArrayBuffer>, id: string): WebhookEvent {
  const event = parsed(body);
  if (typeof event !== "object" || event === null || !("id" in event) || event.id !== id)
    throw new WebhookError("body");
  // It was signed by the platform, which sends nothing else.
  return event as WebhookEvent;
}

function parsed(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new WebhookError("body");
  }
}
