import type { PageRoute } from "../session/page-route.ts";
import { webhookDeliveries } from "./delivery.tsx";
import { webhookDetail } from "./webhook-detail.tsx";
import { webhookList } from "./webhook-list.tsx";
import type { WebhookPageSources, WebhookSection } from "./webhook-section.ts";

/** The pages on which webhooks are managed, in a section of the site. */
export function webhookPages(sources: WebhookPageSources, section: WebhookSection): readonly PageRoute[] {
  return [
    ...webhookList(sources, section),
    ...webhookDetail(sources, section),
    ...webhookDeliveries(sources, section),
  ];
}
