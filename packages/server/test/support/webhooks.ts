import { pino } from "pino";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { onTestFinished } from "vitest";
import { parseOpenedReceivers } from "../../src/model/opened-receivers.ts";
import { makeWebhookSecret } from "../../src/model/webhook-signature.ts";
import type { Webhook, WebhookOwner } from "../../src/store/webhooks/webhook-table.ts";
import type { ResolveAll } from "../../src/outgoing/guarded-agents.ts";
import { WebhookDeliverer } from "../../src/webhooks/webhook-deliverer.ts";
import { startCollecting } from "./collecting-survey.ts";
import type { TestPlatform } from "./test-platform.ts";
import { type ReceivedEvent, startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";
import { createWebhook, type NewWebhook } from "../../src/store/webhooks/change-webhook.ts";
import { listDeliveries } from "../../src/store/webhooks/webhook-log.ts";
import { unlimited } from "../../src/store/surveys/survey-reach.ts";
import { runSteps } from "@survey-open-platform/database";

/** The platform itself, in the audit log. */
export const program = { userId: null, username: "", address: "" };

/** Creates an active webhook and forgets the test event that it gets. */
export async function addWebhook(
  platform: TestPlatform,
  owner: WebhookOwner,
  { url, host }: Pick<WebhookReceiver, "url" | "host">,
  choice: Pick<NewWebhook, "events" | "hasTitles"> = {},
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const secret = makeWebhookSecret();
  const created = { owner, userId: 0, grantId: null, url, receiver: host, secret, isActive: true, ...choice };
  const webhook = await platform.store.write(createWebhook, created, {
    actor: program,
    outbox: platform.store.outbox,
  });
  if (webhook === undefined) throw new Error("there are too many webhooks");
  await platform.database.write(async ({ kysely }) => {
    await kysely.deleteFrom("webhook_deliveries").where("webhook_id", "=", webhook.id).execute();
  });
  return { webhook, secret };
}

/** How a deliverer of a test differs from that of a platform. */
export interface TestDelivererOptions {
  /** Default: this machine. */
  readonly allow?: string;
  readonly resolve?: ResolveAll;
  /** Which node it belongs to. Default 0. */
  readonly node?: number;
}

/** What delivers the events of a platform when the test says so. */
export function delivererOf(
  { store, stores, clock }: TestPlatform,
  { allow = "127.0.0.0/8", resolve, node = 0 }: TestDelivererOptions = {},
): WebhookDeliverer {
  const deliverer = new WebhookDeliverer({
    store: stores[node % stores.length] ?? store,
    log: pino({ enabled: false }),
    opened: parseOpenedReceivers(allow),
    now: () => clock.now,
    ...(resolve && { resolve }),
  });
  onTestFinished(() => deliverer.stop());
  return deliverer;
}

/** A survey that collects answers, and a receiver of its events. */
export async function startWebhooks() {
  const collecting = await startCollecting();
  const receiver = await startReceiver();
  const owner = { kind: "survey", id: collecting.surveyId } as const;
  const { webhook, secret } = await addWebhook(collecting.platform, owner, receiver);
  const deliverer = delivererOf(collecting.platform);
  return { ...collecting, receiver, owner, webhook, secret, deliverer };
}

/** The events of a webhook, the newest first. */
export function deliveriesOf({ store }: TestPlatform, webhookId: number) {
  return runSteps(
    store.reader,
    listDeliveries({ webhookId, state: undefined, before: undefined, limit: 100, within: unlimited }),
  );
}

/** Checks a signature as a receiver would. @throws when it is wrong */
export function verify(key: string, event: ReceivedEvent | undefined, raw = event?.raw) {
  if (event === undefined) throw new Error("there is no event");
  return new StandardWebhook(key).verify(raw ?? "", headersOf(event));
}

function headersOf({ headers }: ReceivedEvent): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Which answers events are about. */
export const answerIds = (events: readonly ReceivedEvent[]) =>
  events.map(({ body }) => body.payload["answer_id"]);
