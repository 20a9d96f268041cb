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
import { webhookTextsFor } from "./texts/webhook-texts.ts";
import { NewWebhookPage } from "./new-webhook-page.tsx";
import { listNotices, WebhookListPage } from "./webhook-list-page.tsx";
import { fieldsOfWebhook, readWebhook, webhookFieldNames, type WebhookFields } from "./webhook-form.tsx";
import { WebhookSecretPage } from "./webhook-secret-page.tsx";
import { pagePropsOf, type WebhookPageSources, type WebhookSection } from "./webhook-section.ts";
import { listWebhooks } from "../store/webhooks/webhook-table.ts";
import { createWebhookOnce } from "../store/webhooks/change-webhook.ts";
import { runSteps } from "@survey-open-platform/database";
import { defaultEvents } from "@survey-open-platform/surveys";

/** The pages that list webhooks and create them. */
export function webhookList(sources: WebhookPageSources, section: WebhookSection): readonly PageRoute[] {
  const creates = { path: `${section.path}/new`, access: "user", stepUp: true } as const;
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
      handle: (pageRequest: UserRequest) => showForm(section, pageRequest, { requestId: "", status: 200 }),
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
  /** As they were sent; undefined for a new form. */
  readonly fields?: WebhookFields;
  /** The random id that the form came with; "" for a new one. */
  readonly requestId: string;
  readonly status: number;
  readonly problem?: string;
}

async function showForm(
  section: WebhookSection,
  pageRequest: UserRequest,
  { status, requestId, fields, problem }: FormView,
): Promise<Response> {
  const managed = await section.find(pageRequest);
  const request = isRandomId(requestId) ? requestId : makeRandomId();
  const events = defaultEvents(managed.owner.kind === "survey");
  return renderPage(
    <NewWebhookPage
      {...pagePropsOf(pageRequest, managed, "/new")}
      fields={fields ?? fieldsOfWebhook({ url: "", isActive: true, events, hasTitles: false })}
      problem={problem}
      requestId={request}
    />,
    { status },
  );
}

async function create(
  { store, opened }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  const { request, ...fields } = await readOwnForm(pageRequest, [...webhookFieldNames, "request"]);
  const managed = await section.find(pageRequest);
  const { language } = pageRequest;
  const { owner } = managed;
  const refuse = (problem: string) =>
    showForm(section, pageRequest, { fields, requestId: request, status: 400, problem });
  const read = await readWebhook(fields, { owner, opened, language });
  if ("problem" in read) return refuse(read.problem);
  const secret = makeWebhookSecret();
  const userId = pageRequest.session.user.id;
  const requestHash = requestHashOf(pageRequest, request);
  const made = { owner, userId, grantId: null, ...read.choice, secret, requestHash };
  const webhook = await store.write(createWebhookOnce, made, {
    actor: actorOf(pageRequest),
    outbox: store.outbox,
  });
  if (webhook === undefined) return refuse(webhookTextsFor(language).tooMany);
  if (webhook === "repeated") return redirectTo(`${managed.address}?notice=repeated`);
  const props = pagePropsOf(pageRequest, managed, "/new");
  return renderPage(
    <WebhookSecretPage {...props} path={managed.address} webhookId={webhook.id} secret={secret} />,
    { status: 200, script: true },
  );
}
