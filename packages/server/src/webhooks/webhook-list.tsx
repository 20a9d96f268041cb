import { isRandomId, makeRandomId } from "../model/token.ts";
import { makeWebhookSecret } from "../model/webhook-signature.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { searchRows } from "../pages/search-rows.ts";
import { searchText } from "../pages/search-text.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import type { UserRequest } from "../session/page-request.ts";
import { readAddress } from "./read-address.ts";
import { webhookTextsFor } from "./texts/webhook-texts.ts";
import { NewWebhookPage, type NewWebhookFields } from "./new-webhook-page.tsx";
import { listNotices, WebhookListPage } from "./webhook-list-page.tsx";
import { WebhookSecretPage } from "./webhook-secret-page.tsx";
import { pagePropsOf, type WebhookPageSources, type WebhookSection } from "./webhook-section.ts";
import { listWebhooks } from "../store/webhooks/webhook-table.ts";
import { createWebhookOnce } from "../store/webhooks/change-webhook.ts";
import { runSteps } from "@survey-open-platform/database";

/** The pages that list webhooks and create them. */
export function webhookList(sources: WebhookPageSources, section: WebhookSection): readonly PageRoute[] {
  const creates = { path: `${section.path}/new`, access: "user", stepUp: true } as const;
  const empty = { url: "", is_active: "on" };
  return [
    {
      method: "GET",
      path: section.path,
      access: "user",
      handle: (pageRequest) => show(sources, section, pageRequest),
    },
    {
      ...creates,
      method: "GET",
      handle: (pageRequest: UserRequest) =>
        showForm(section, pageRequest, { fields: empty, requestId: "", status: 200 }),
    },
    {
      ...creates,
      method: "POST",
      keepsForm: true,
      handle: (pageRequest: UserRequest) => create(sources, section, pageRequest),
    },
  ];
}

async function show(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  const managed = await section.find(pageRequest);
  const given = pageRequest.context.req.query("notice");
  const search = searchText(pageRequest.context.req.query("q"));
  const webhooks = await runSteps(store.reader, listWebhooks(managed.owner));
  return renderPage(
    <WebhookListPage
      {...pagePropsOf(pageRequest, managed)}
      webhooks={searchRows(
        webhooks,
        search,
        (row) => `${row.url} ${row.applicationName ?? row.userName ?? ""}`,
      )}
      search={search}
      notice={listNotices.find((notice) => notice === given)}
    />,
    { status: 200 },
  );
}

interface FormView {
  readonly fields: NewWebhookFields;
  /** The random id that the form came with; "" for a new one. */
  readonly requestId: string;
  readonly status: number;
  readonly problem?: string;
}

async function showForm(
  section: WebhookSection,
  pageRequest: UserRequest,
  { status, requestId, ...shown }: FormView,
): Promise<Response> {
  const managed = await section.find(pageRequest);
  const request = isRandomId(requestId) ? requestId : makeRandomId();
  return renderPage(
    <NewWebhookPage {...pagePropsOf(pageRequest, managed, "/new")} {...shown} requestId={request} />,
    { status },
  );
}

async function create(
  { store, opened }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  const { request, ...fields } = await readOwnForm(pageRequest, ["url", "is_active", "request"]);
  const managed = await section.find(pageRequest);
  const words = webhookTextsFor(pageRequest.language);
  const refuse = (problem: string) =>
    showForm(section, pageRequest, { fields, requestId: request, status: 400, problem });
  const isActive = fields.is_active === "on";
  const address = await readAddress(fields.url, opened, isActive);
  if ("problem" in address) return refuse(words.problems[address.problem]);
  const secret = makeWebhookSecret();
  const { owner } = managed;
  const userId = pageRequest.session.user.id;
  const requestHash = requestHashOf(pageRequest, request);
  const made = { owner, userId, grantId: null, ...address, secret, isActive, requestHash };
  const webhook = await store.write(createWebhookOnce, made, {
    actor: actorOf(pageRequest),
    zone: store.policy.zone,
  });
  if (webhook === undefined) return refuse(words.tooMany);
  if (webhook === "repeated") return redirectTo(`${managed.address}?notice=repeated`);
  const props = pagePropsOf(pageRequest, managed, "/new");
  return renderPage(
    <WebhookSecretPage {...props} path={managed.address} webhookId={webhook.id} secret={secret} />,
    { status: 200, script: true },
  );
}
