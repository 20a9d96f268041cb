import { notFound, PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { numberInPath } from "../session/number-in-path.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import { startOfDay } from "../session/start-of-day.ts";
import type { UserRequest } from "../session/page-request.ts";
import { DeliveryPage } from "./delivery-page.tsx";
import {
  pagePropsOf,
  routesOf,
  webhookOf,
  type WebhookPageSources,
  type WebhookSection,
} from "./webhook-section.ts";
import { findDelivery, resendDelivery, resendFailed } from "../store/webhooks/webhook-log.ts";
import { unlimited } from "../store/surveys/survey-reach.ts";
import { runSteps } from "@survey-open-platform/database";

/** The page of one delivery, and what sends events again. */
export function webhookDeliveries(
  sources: WebhookPageSources,
  section: WebhookSection,
): readonly PageRoute[] {
  const one = "/:webhook/deliveries/:delivery";
  return routesOf(sources, section, [
    { method: "GET", path: one, handle: show },
    { method: "POST", path: `${one}/resend`, handle: resend },
    { method: "POST", path: "/:webhook/resend", handle: resendAll },
  ]);
}

async function show(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  const managed = await section.find(pageRequest);
  const { owned, webhook } = await webhookOf(store, pageRequest, managed);
  const deliveryId = numberInPath(pageRequest, "delivery");
  const delivery = await runSteps(store.reader, findDelivery({ ...owned, deliveryId, within: unlimited }));
  if (delivery === undefined) throw notFound();
  const props = pagePropsOf(pageRequest, managed, `/${webhook.id}/deliveries/${deliveryId}`);
  return renderPage(<DeliveryPage {...props} webhook={webhook} delivery={delivery} />, { status: 200 });
}

async function resend(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const managed = await section.find(pageRequest);
  const { owned } = await webhookOf(store, pageRequest, managed);
  const isSent = await store.write(resendDelivery, {
    ...owned,
    deliveryId: numberInPath(pageRequest, "delivery"),
    within: unlimited,
  });
  return redirectTo(`${managed.address}/${owned.webhookId}?notice=${isSent ? "resent" : "not_resent"}`);
}

async function resendAll(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  const { since } = await readOwnForm(pageRequest, ["since"]);
  const managed = await section.find(pageRequest);
  const { owned } = await webhookOf(store, pageRequest, managed);
  const count = await store.write(resendFailed, {
    ...owned,
    since: momentOf(since, pageRequest.timeZone),
    within: unlimited,
  });
  const notice = count === undefined ? "not_resent" : "resent";
  return redirectTo(`${managed.address}/${owned.webhookId}?notice=${notice}`);
}

/** When a day of a form begins for its user; the beginning of time for none. @throws `PageError` when it is no day */
function momentOf(day: string, timeZone: string): number {
  const at = day === "" ? 0 : startOfDay(day, timeZone);
  if (at === undefined) throw new PageError("invalid_argument", { status: 400, detail: "since" });
  return at;
}
