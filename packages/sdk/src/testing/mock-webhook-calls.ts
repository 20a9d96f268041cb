import type { Webhook } from "../webhooks/webhook-data.ts";
import { authenticateMock, findReachableMock } from "./mock-data-calls.ts";
import { MockRefusal } from "./mock-refusal.ts";
import { mockIdOf, type MockRoute } from "./mock-route.ts";
import { timeText } from "./mock-survey-data.ts";
import type { WriteRequest } from "./mock-write-calls.ts";

const mostWebhooks = 10;

/** The `object` of an owner's webhooks, for a token that reaches the owner. */
type FindObject = (ownerId: string, request: WriteRequest) => string;

/** The calls about webhooks. A mock platform sends nothing by itself, so that their logs stay empty. */
export const webhookRoutes: readonly MockRoute[] = [
  ...routesBelow("/api/surveys/*/webhooks", surveyObject),
  ...routesBelow("/api/users/*/webhooks", accountObject),
  { method: "GET", path: "/api/webhooks/ip", handle: listSenders },
];

function routesBelow(list: string, objectOf: FindObject): readonly MockRoute[] {
  const one = `${list}/*`;
  const found = finder(objectOf);
  return [
    { method: "GET", path: list, handle: (request, [id = ""]) => listed(objectOf(id, request), request) },
    { method: "POST", path: list, handle: (request, [id = ""]) => create(objectOf(id, request), request) },
    { method: "GET", path: one, handle: (...call) => found(...call) },
    { method: "POST", path: one, handle: (request, parts) => change(found(request, parts), request) },
    { method: "DELETE", path: one, handle: (request, parts) => remove(found(request, parts), request) },
    {
      method: "POST",
      path: `${one}/secret`,
      handle: (request, parts) => replaceSecret(found(request, parts), request),
    },
    { method: "POST", path: `${one}/test`, handle: (...call) => sendTest(found(...call)) },
    {
      method: "POST",
      path: `${one}/resend`,
      handle: (request, parts) => resend(found(request, parts), request),
    },
    { method: "GET", path: `${one}/deliveries`, handle: (...call) => found(...call) && noDeliveries },
    { method: "GET", path: `${one}/deliveries/*`, handle: (...call) => found(...call) && refuseDelivery() },
  ];
}

const noDeliveries = { last_id: 0, list: [] };

function surveyObject(surveyId: string, request: WriteRequest): string {
  return `Survey_${findReachableMock(surveyId, request).id}`;
}

function accountObject(text: string, request: WriteRequest): string {
  const { ownerId } = authenticateMock(request);
  const userId = mockIdOf(text, "user_id");
  if (userId !== ownerId) throw new MockRefusal("claim_error");
  return `User_${userId}`;
}

function finder(objectOf: FindObject): (request: WriteRequest, parts: readonly string[]) => Webhook {
  return (request, [ownerId = "", webhookId = ""]) => {
    authenticateMock(request);
    const id = mockIdOf(webhookId, "webhook_id");
    const object = objectOf(ownerId, request);
    const found = request.world.webhooks.find((one) => one.id === id && one.object === object);
    if (found === undefined) throw new MockRefusal("not_found");
    return found;
  };
}

function listed(object: string, { world }: WriteRequest) {
  const list = world.webhooks.filter((one) => one.object === object);
  return { total: list.length, list };
}

function create(object: string, request: WriteRequest): Webhook {
  const { world, fields } = request;
  const url = addressOf(fields["url"]);
  if (listed(object, request).total >= mostWebhooks) throw new MockRefusal("resource_exhausted");
  const at = timeText(request.now());
  const resources = object.startsWith("Survey_") ? "answer" : "survey";
  const webhook: Webhook = {
    id: Math.max(0, ...world.webhooks.map(({ id }) => id)) + 1,
    user_id: 0,
    object,
    url,
    secret: "",
    is_active: isActiveIn(fields["is_active"]) ?? false,
    options: JSON.stringify({ listenedResources: [resources] }),
    off_reason: "",
    created_at: at,
    updated_at: at,
  };
  world.webhooks.push(webhook);
  return { ...webhook, secret: makeSecret() };
}

function change(webhook: Webhook, request: WriteRequest): Webhook {
  const { url, is_active: isActive } = request.fields;
  const address = url === undefined ? webhook.url : addressOf(url);
  const changes = { url: address, is_active: isActiveIn(isActive) ?? webhook.is_active };
  return replace({ ...webhook, ...changes }, request);
}

function replaceSecret(webhook: Webhook, request: WriteRequest): Webhook {
  return { ...replace(webhook, request), secret: makeSecret() };
}

function replace(webhook: Webhook, { world, now }: WriteRequest): Webhook {
  const replaced = { ...webhook, updated_at: timeText(now()) };
  world.webhooks[world.webhooks.findIndex(({ id }) => id === webhook.id)] = replaced;
  return replaced;
}

function remove(webhook: Webhook, { world }: WriteRequest) {
  world.webhooks.splice(world.webhooks.indexOf(webhook), 1);
  return { result: "success" };
}

function sendTest(webhook: Webhook) {
  if (!webhook.is_active) throw new MockRefusal("not_found");
  return { result: "success" };
}

function resend(webhook: Webhook, { fields }: WriteRequest) {
  if (!webhook.is_active || fields["delivery_id"] !== undefined) throw new MockRefusal("not_found");
  return { count: 0 };
}

function refuseDelivery(): never {
  throw new MockRefusal("not_found");
}

function listSenders(request: WriteRequest) {
  authenticateMock(request);
  return { list: [] };
}

function makeSecret(): string {
  return `whsec_${btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(32))))}`;
}

function isActiveIn(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  throw new MockRefusal("invalid_argument", { parameter: "is_active" });
}

const internalHost = /^(localhost$|\[|0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

/** A public http or https address without port and credentials. @throws MockRefusal `invalid_argument`, `invalid_argument_url` */
function addressOf(text: unknown): string {
  if (typeof text !== "string" || text === "")
    throw new MockRefusal("invalid_argument", { parameter: "url" });
  const isPublic =
    /^https?:\/\/[^/?#:@\\\s]+([/?#][^@\\\s]*)?$/i.test(text) &&
    URL.canParse(text) &&
    !internalHost.test(new URL(text).hostname);
  if (!isPublic) throw new MockRefusal("invalid_argument_url", { parameter: "url" });
  const url = new URL(text);
  url.hash = "";
  return url.href;
}
