import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Delivery } from "../store/webhooks/webhook-log.ts";
import type { Webhook } from "../store/webhooks/webhook-table.ts";
import { webhookTextsFor } from "./texts/webhook-texts.ts";

type WebhookStateProps = {
  readonly language: Language;
  readonly webhook: Pick<Webhook, "isActive" | "failingSince">;
};

/** Whether a webhook gets events. */
export function WebhookState({ language, webhook }: WebhookStateProps): JSX.Element {
  const { on, off, failing } = webhookTextsFor(language);
  if (!webhook.isActive) return <span class="badge badge-warning">{off}</span>;
  return webhook.failingSince === null ? (
    <span class="badge badge-success">{on}</span>
  ) : (
    <span class="badge badge-warning">{failing}</span>
  );
}

const colors = {
  pending: "badge badge-neutral",
  delivered: "badge badge-success",
  failed: "badge badge-warning",
} as const;

/** The outcome of an event. */
export function DeliveryState({
  language,
  state,
}: Pick<WebhookStateProps, "language"> & Pick<Delivery, "state">): JSX.Element {
  return <span class={colors[state]}>{webhookTextsFor(language).results[state]}</span>;
}
