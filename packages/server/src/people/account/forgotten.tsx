import { csrfTokenOf } from "@survey-open-platform/service";
import { PlatformError } from "../../errors.ts";
import { isStorable } from "@survey-open-platform/surveys";
import { mailAddressKey, mailAddressLength } from "../../model/mail-address.ts";
import { notFound } from "../../pages/page-error.ts";
import { renderPage } from "../../pages/render-page.ts";
import { formTokenOf, openForm } from "../../session/form-token.ts";
import type { PageRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readForm } from "../../session/read-form.ts";
import { bucketsOfAddress, rateLimitKey } from "../../store/installation/rate-limit-table.ts";
import { queuePasswordReset } from "../../store/mail/queue-mail.ts";
import type { Store } from "../../store/store.ts";
import { ForgottenPage, forgottenPath } from "./forgotten-page.tsx";

/** Requests of one address, for any accounts. */
export const requestsOfAddress = { perMinute: 1, burst: 10 };
/** Requests for one account, from any address. Further ones within that time do nothing, and the page does not say so. */
export const requestsOfAccount = { perMinute: 0.05, burst: 3 };

/**
 * The page for users who have forgotten their password. It says the same for every username and address, after the same work: who asks does
 * not learn which accounts exist.
 */
export function forgottenPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: forgottenPath,
      access: "anyone",
      handle: (pageRequest) => showForgotten(store, pageRequest, { status: 200, state: "form" }),
    },
    {
      method: "POST",
      path: forgottenPath,
      access: "anyone",
      handle: (pageRequest) => askForLink(store, pageRequest),
    },
  ];
}

async function askForLink(store: Store, pageRequest: PageRequest): Promise<Response> {
  const { identifier: typed } = await readForm(pageRequest, formTokenOf(pageRequest), ["identifier"]);
  const identifier = typed.trim();
  if (identifier === "" || identifier.length > mailAddressLength || !isStorable(identifier))
    return showForgotten(store, pageRequest, { status: 400, state: "missing" });
  await limitRequests(store, pageRequest);
  const key = rateLimitKey("forgotten-account", mailAddressKey(identifier));
  if ((await store.consumeTokens([{ key, limit: requestsOfAccount }])) === undefined)
    await store.write(queuePasswordReset, { identifier, language: pageRequest.language });
  return showForgotten(store, pageRequest, { status: 200, state: "asked" });
}

/** @throws `PlatformError` `request_rate_limited` */
async function limitRequests(store: Store, { address }: PageRequest): Promise<void> {
  const refusal = await store.consumeTokens(bucketsOfAddress(address, requestsOfAddress, "forgotten"));
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
}

interface ForgottenView {
  readonly status: number;
  readonly state: "form" | "missing" | "asked";
}

/** @throws `PageError` `not_found` when the platform sends no mail */
function showForgotten(
  { policy }: Store,
  pageRequest: PageRequest,
  { status, state }: ForgottenView,
): Promise<Response> {
  if (policy.sendsMail !== true) throw notFound();
  const { language } = pageRequest;
  const csrf = csrfTokenOf(openForm(pageRequest));
  return renderPage(<ForgottenPage {...{ language, csrf, state }} path={forgottenPath} />, { status });
}
