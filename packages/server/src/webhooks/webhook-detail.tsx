import { makeRandomId } from "../model/token.ts";
import { makeWebhookSecret } from "../model/webhook-signature.ts";
import { DangerPage } from "../pages/danger-page.tsx";
import { idIn } from "../pages/id-in.ts";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { searchText } from "../pages/search-text.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { webhookTextsFor } from "./texts/webhook-texts.ts";
import { WebhookPage, webhookNotices } from "./webhook-page.tsx";
import { fieldsOfWebhook, readWebhook, webhookFieldNames, type WebhookFields } from "./webhook-form.tsx";
import { WebhookSecretPage } from "./webhook-secret-page.tsx";
import {
  pagePropsOf,
  routesOf,
  webhookOf,
  type WebhookPageSources,
  type WebhookSection,
} from "./webhook-section.ts";
import {
  changeWebhook,
  deleteWebhook,
  replaceWebhookSecretOnce,
  sendTestEvent,
} from "../store/webhooks/change-webhook.ts";
import { listDeliveries } from "../store/webhooks/webhook-log.ts";
import { unlimited } from "../store/surveys/survey-reach.ts";
import { runSteps } from "@survey-open-platform/database";

const perPage = 20;

/** The pages of one webhook. */
export function webhookDetail(sources: WebhookPageSources, section: WebhookSection): readonly PageRoute[] {
  const path = "/:webhook";
  const dangerous = { stepUp: true } as const;
  return routesOf(sources, section, [
    { method: "GET", path, handle: show },
    // Another address gets every answer, as that of a new webhook does.
    { ...dangerous, method: "POST", path, keepsForm: true, handle: change },
    { method: "POST", path: `${path}/test`, handle: sendTest },
    { ...dangerous, method: "GET", path: `${path}/secret`, handle: askSecret },
    { ...dangerous, method: "POST", path: `${path}/secret`, handle: replaceSecret },
    { ...dangerous, method: "GET", path: `${path}/delete`, handle: askDeletion },
    { ...dangerous, method: "POST", path: `${path}/delete`, handle: remove },
  ]);
}

interface Refused {
  readonly fields: WebhookFields;
  readonly problem: string;
}

async function show(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
  refused?: Refused,
): Promise<Response> {
  const managed = await section.find(pageRequest);
  const { webhook } = await webhookOf(store, pageRequest, managed);
  // The address of a form has no query.
  const given = pageRequest.context.req.query("notice");
  return renderPage(
    <WebhookPage
      {...pagePropsOf(pageRequest, managed, `/${webhook.id}`)}
      {...await deliveriesOf(store, pageRequest, webhook.id)}
      webhook={webhook}
      fields={refused?.fields ?? fieldsOfWebhook(webhook)}
      problem={refused?.problem}
      notice={webhookNotices.find((notice) => notice === given)}
    />,
    { status: refused === undefined ? 200 : 400 },
  );
}

/** One page of the deliveries of a webhook. */
async function deliveriesOf(store: Store, pageRequest: UserRequest, webhookId: number) {
  const { req } = pageRequest.context;
  const search = searchText(req.query("q"));
  const before = idIn(req.query("after"));
  const after = before === undefined ? undefined : String(before);
  const found = await runSteps(
    store.reader,
    listDeliveries({ webhookId, search, before, limit: perPage + 1, within: unlimited }),
  );
  const deliveries = found.slice(0, perPage);
  const next = found.length > perPage ? String(deliveries.at(-1)?.id) : undefined;
  return { deliveries, search, after, next };
}

async function change(
  sources: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  const fields = await readOwnForm(pageRequest, webhookFieldNames);
  const { store, opened } = sources;
  const managed = await section.find(pageRequest);
  const { owned } = await webhookOf(store, pageRequest, managed);
  const read = await readWebhook(fields, { owner: owned.owner, opened, language: pageRequest.language });
  if ("problem" in read) return show(sources, section, pageRequest, { fields, problem: read.problem });
  const { url, receiver, ...choice } = read.choice;
  const author = { userId: pageRequest.session.user.id, grantId: null };
  const changed = { ...owned, ...choice, ...author, address: { url, receiver } };
  const changing = { actor: actorOf(pageRequest), outbox: store.outbox };
  if ((await store.write(changeWebhook, changed, changing)) === undefined) throw notFound();
  return redirectTo(`${managed.address}/${owned.webhookId}?notice=changed`);
}

async function sendTest(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const managed = await section.find(pageRequest);
  const { owned } = await webhookOf(store, pageRequest, managed);
  const notice = (await store.write(sendTestEvent, owned, store.outbox)) ? "test" : "not_resent";
  return redirectTo(`${managed.address}/${owned.webhookId}?notice=${notice}`);
}

async function askSecret(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  const { replaceSecret: title, replaceConsequences } = webhookTextsFor(pageRequest.language);
  return ask({ store }, section, pageRequest, {
    page: "secret",
    title,
    consequences: Object.values(replaceConsequences),
    values: { request: makeRandomId() },
  });
}

async function askDeletion(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  const { remove: title, removeConsequences } = webhookTextsFor(pageRequest.language);
  return ask({ store }, section, pageRequest, {
    page: "delete",
    title,
    consequences: Object.values(removeConsequences),
  });
}

interface Question {
  readonly page: "secret" | "delete";
  readonly title: string;
  readonly consequences: readonly string[];
  /** Sent along with the form. */
  readonly values?: Readonly<Record<string, string>>;
}

async function ask(
  { store }: Pick<WebhookPageSources, "store">,
  section: WebhookSection,
  pageRequest: UserRequest,
  { page, title, consequences, values = {} }: Question,
): Promise<Response> {
  const { address, owner, Frame } = await section.find(pageRequest);
  const { webhook } = await webhookOf(store, pageRequest, { address, owner, Frame });
  const path = `${address}/${webhook.id}`;
  return renderPage(
    <DangerPage
      language={pageRequest.language}
      path={`${path}/${page}`}
      signedIn={pageRequest.signedIn}
      title={title}
      heading={title}
      consequences={[webhook.url, ...consequences]}
      values={values}
      submit={title}
      cancelPath={path}
      isDangerous={page === "delete"}
    />,
    { status: 200 },
  );
}

async function replaceSecret(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  const { request } = await readOwnForm(pageRequest, ["request"]);
  const managed = await section.find(pageRequest);
  const { owned } = await webhookOf(store, pageRequest, managed);
  const { webhookId } = owned;
  const secret = makeWebhookSecret();
  const replacement = { ...owned, secret, requestHash: requestHashOf(pageRequest, request) };
  const outcome = await store.write(replaceWebhookSecretOnce, replacement, actorOf(pageRequest));
  if (outcome === false) throw notFound();
  if (outcome === "repeated") return redirectTo(`${managed.address}/${webhookId}?notice=repeated_secret`);
  const props = pagePropsOf(pageRequest, managed, `/${webhookId}`);
  return renderPage(<WebhookSecretPage {...props} webhookId={webhookId} secret={secret} />, {
    status: 200,
    script: true,
  });
}

async function remove(
  { store }: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const managed = await section.find(pageRequest);
  const { owned } = await webhookOf(store, pageRequest, managed);
  if (!(await store.write(deleteWebhook, owned, actorOf(pageRequest)))) throw notFound();
  return redirectTo(`${managed.address}?notice=deleted`);
}
