import { nameOfApplication } from "../../../store/audit/name-of-application.ts";
import { runSteps } from "@survey-open-platform/database";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { booleanField, integerField, listField, textChoice, textField } from "../../../http/body-fields.ts";
import type { Endpoint, WriteEndpoint } from "../../../http/endpoint.ts";
import type { tokenParameters } from "../../../http/known-parameters.ts";
import type { ParametersSchema } from "../../../http/parameters.ts";
import { sentenceAbout } from "../../../http/schema-issues.ts";
import type { OpenedReceivers } from "../../../model/opened-receivers.ts";
import {
  checkWebhookAddress,
  receiverKey,
  type WebhookAddressProblem,
  webhookAddressMaximum,
} from "../../../model/webhook-address.ts";
import { makeWebhookSecret } from "../../../model/webhook-signature.ts";
import type { Actor } from "../../../store/audit/audit-entry.ts";
import {
  changeWebhook,
  type CheckedAddress,
  createWebhook,
  deleteWebhook,
  replaceWebhookSecret,
  sendTestEvent,
} from "../../../store/webhooks/change-webhook.ts";
import { resendDelivery, resendFailed } from "../../../store/webhooks/webhook-log.ts";
import { findWebhook } from "../../../store/webhooks/webhook-table.ts";
import { reachOf, type Principal } from "../token-authentication.ts";
import { mayReceive } from "../../../webhooks/check-receiver.ts";
import { writeEndpoint, type AuthorizedWrite } from "../write-endpoint.ts";
import type { WebhookReading } from "./webhook-reads.ts";
import { errorsOfOne, ownedWebhook, webhookPath, type WebhookScope } from "./webhook-scope.ts";
import { webhookJson, webhookSchema } from "./webhook-wire.ts";
import { scopesOf } from "../../../model/scopes.ts";

/** What the calls that change webhooks need. */
export interface WebhookWriting extends WebhookReading {
  readonly opened: OpenedReceivers;
}

const url = textField("Public http or https address without port and credentials", {
  minimum: 1,
  maximum: webhookAddressMaximum,
});
const isActive = booleanField("Whether events are sent; one that is switched on gets a test event");
const titles = booleanField(
  "Whether events of answers have the titles of survey and questions beside the ids",
);

/** What can be chosen for a webhook, on creating and on changing it. */
function choicesOf({ events }: WebhookScope) {
  const chosen = listField("Which events it gets", textChoice("Of an event", events), events.length)
    .refine(({ length }) => length > 0, "is empty")
    .meta({ description: `Which events it gets: ${events.join(", ")}` });
  return { is_active: isActive.optional(), events: chosen.optional(), titles: titles.optional() };
}
const nothing = z.object({});
const success = z.object({ result: z.literal("success").meta({ description: "Always success." }) });

function actorOf({ appid, address }: Pick<AuthorizedWrite<unknown>, "appid" | "address">): Actor {
  return { userId: null, username: nameOfApplication(appid), address: address.text };
}

/** A webhook ends with the access of the application that a user let add it. */
function grantOf(principal: Principal): number | null {
  return principal.mode === "user" ? principal.grantId : null;
}

/** @throws `PlatformError` `invalid_argument_url` */
function checkedAddress(text: string, opened: OpenedReceivers): CheckedAddress {
  const checked = checkWebhookAddress(text, opened);
  if ("problem" in checked) throw refusedAddress(checked.problem);
  return { url: checked.url, receiver: receiverKey(checked.receiver) };
}

function refusedAddress(problem: WebhookAddressProblem): PlatformError {
  const message = sentenceAbout("url", addressProblems[problem]);
  return new PlatformError("invalid_argument_url", { parameter: "url", message });
}

const addressProblems: Readonly<Record<WebhookAddressProblem, string>> = {
  form: "must be an address that begins with https:// or http://, without spaces",
  credentials: "must not have an @",
  port: "must not have a port, unless the operator of the platform has opened it (setting --webhook-allow)",
  internal:
    "must lead to a public address of the internet, unless the operator of the platform has opened it (setting --webhook-allow)",
};

/** Whether the name in an address of an active webhook resolves to addresses that may be reached; asked before the transaction. */
async function resolves(
  body: { readonly url?: string | undefined; readonly is_active?: boolean | undefined },
  opened: OpenedReceivers,
): Promise<boolean> {
  if (body.url === undefined || body.is_active === false) return true;
  const checked = checkWebhookAddress(body.url, opened);
  return "problem" in checked || mayReceive(checked.receiver, { opened });
}

/** A call that looks up the name in an address before its transaction, which must not wait for it. */
function withResolution<Body extends ParametersSchema, Data extends z.ZodType>(
  make: (isResolved: boolean) => WriteEndpoint<typeof tokenParameters, Data, Body>,
  resolve: (body: z.output<Body>) => Promise<boolean>,
): WriteEndpoint<typeof tokenParameters, Data, Body> {
  return {
    ...make(true),
    write: async (token, body, request) => make(await resolve(body)).write(token, body, request),
  };
}

/** `POST …/webhooks`: a new webhook. */
export function webhookCreation({ store, zone, scope, opened }: WebhookWriting) {
  const make = (isResolved: boolean) =>
    writeEndpoint(store, {
      method: "POST",
      operationId: `create${scope.name}Webhook`,
      bearerScopes: scopesOf("answers:read surveys:write"),
      path: scope.path,
      summary: `Create a webhook of ${scope.of}`,
      description: `The response has the secret, once: keep it. An active webhook gets a signed test event at once; without is_active it is not active. ${scope.byDefault}`,
      pathParameters: scope.pathParameters,
      body: z.object({ url, ...choicesOf(scope) }),
      data: webhookSchema,
      errors: [...scope.errors, "invalid_argument_url", "resource_exhausted"],
      locks: ({ path }) => scope.locks(path),
      async write({ transaction, principal, path, body, ...request }) {
        const owner = await runSteps(transaction, scope.owner(principal, path));
        const active = body.is_active ?? false;
        const address = checkedAddress(body.url, opened);
        if (active && !isResolved) throw refusedAddress("internal");
        const secret = makeWebhookSecret();
        const grantId = grantOf(principal);
        const chosen = { isActive: active, events: body.events, hasTitles: body.titles };
        const created = { owner, userId: 0, grantId, ...address, secret, ...chosen };
        const { outbox } = store;
        const webhook = await createWebhook(transaction, created, { actor: actorOf(request), outbox });
        if (webhook === undefined) throw new PlatformError("resource_exhausted");
        return webhookJson(webhook, zone, secret);
      },
      withoutSecrets: (data) => ({ ...data, secret: "" }),
    });
  return withResolution(make, (body) => resolves({ is_active: false, ...body }, opened));
}

/** `POST …/webhooks/{webhook_id}`: another address, or on and off. */
export function webhookChange({ store, zone, scope, opened }: WebhookWriting) {
  const make = (isResolved: boolean) =>
    writeEndpoint(store, {
      method: "POST",
      operationId: `change${scope.name}Webhook`,
      bearerScopes: scopesOf("answers:read surveys:write"),
      path: `${scope.path}/{webhook_id}`,
      summary: `Change a webhook of ${scope.of}`,
      description:
        "What is left out stays as it is. One that is switched on gets a test event; what waits for one that is switched off is not sent.",
      pathParameters: { ...scope.pathParameters, ...webhookPath },
      body: z.object({ url: url.optional(), ...choicesOf(scope) }),
      data: webhookSchema,
      errors: [...errorsOfOne(scope), "invalid_argument_url"],
      locks: ({ path }) => scope.locks(path),
      async write({ transaction, principal, path, body, ...request }) {
        const owned = await runSteps(transaction, ownedWebhook(scope, principal, path));
        const before = await runSteps(transaction, findWebhook(owned));
        if (before === undefined) throw new PlatformError("not_found");
        const address = body.url === undefined ? undefined : checkedAddress(body.url, opened);
        if ((body.is_active ?? before.isActive) && !isResolved) throw refusedAddress("internal");
        const author = { userId: 0, grantId: grantOf(principal) };
        const chosen = { isActive: body.is_active, events: body.events, hasTitles: body.titles };
        const change = { ...owned, address, ...chosen, ...author };
        const { outbox } = store;
        const webhook = await changeWebhook(transaction, change, { actor: actorOf(request), outbox });
        return webhookJson(webhook ?? before, zone);
      },
    });
  return withResolution(make, (body) => resolves(body, opened));
}

/** `DELETE …/webhooks/{webhook_id}`: the webhook and its log. */
export function webhookDeletion({ store, scope }: WebhookReading): Endpoint {
  return writeEndpoint(store, {
    method: "DELETE",
    operationId: `delete${scope.name}Webhook`,
    bearerScopes: scopesOf("answers:read surveys:write"),
    path: `${scope.path}/{webhook_id}`,
    summary: `Delete a webhook of ${scope.of}`,
    description: "With its log. What waits for it is not sent.",
    pathParameters: { ...scope.pathParameters, ...webhookPath },
    body: nothing,
    data: success,
    errors: errorsOfOne(scope),
    locks: ({ path }) => scope.locks(path),
    async write({ transaction, principal, path, ...request }) {
      const owned = await runSteps(transaction, ownedWebhook(scope, principal, path));
      if (!(await deleteWebhook(transaction, owned, actorOf(request)))) throw new PlatformError("not_found");
      return { result: "success" as const };
    },
  });
}

/** `POST …/webhooks/{webhook_id}/secret`: another secret. */
export function webhookSecretChange({ store, zone, scope }: WebhookReading): Endpoint {
  return writeEndpoint(store, {
    method: "POST",
    operationId: `replace${scope.name}WebhookSecret`,
    bearerScopes: scopesOf("answers:read surveys:write"),
    path: `${scope.path}/{webhook_id}/secret`,
    summary: `Replace the secret of a webhook of ${scope.of}`,
    description: "The response has the new secret, once. The one before signs as well for a day.",
    pathParameters: { ...scope.pathParameters, ...webhookPath },
    body: nothing,
    data: webhookSchema,
    errors: errorsOfOne(scope),
    locks: ({ path }) => scope.locks(path),
    async write({ transaction, principal, path, ...request }) {
      const owned = await runSteps(transaction, ownedWebhook(scope, principal, path));
      const secret = makeWebhookSecret();
      await replaceWebhookSecret(transaction, { ...owned, secret }, actorOf(request));
      const webhook = await runSteps(transaction, findWebhook(owned));
      if (webhook === undefined) throw new PlatformError("not_found");
      return webhookJson(webhook, zone, secret);
    },
    withoutSecrets: (data) => ({ ...data, secret: "" }),
  });
}

/** `POST …/webhooks/{webhook_id}/test`: a test event. */
export function webhookTest({ store, scope }: WebhookReading): Endpoint {
  return writeEndpoint(store, {
    method: "POST",
    operationId: `test${scope.name}Webhook`,
    bearerScopes: scopesOf("answers:read surveys:write"),
    path: `${scope.path}/{webhook_id}/test`,
    summary: `Send a test event to a webhook of ${scope.of}`,
    description: "Signed like any other event; it is sent once. The webhook has to be active.",
    pathParameters: { ...scope.pathParameters, ...webhookPath },
    body: nothing,
    data: success,
    errors: errorsOfOne(scope),
    async write({ transaction, principal, path }) {
      const owned = await runSteps(transaction, ownedWebhook(scope, principal, path));
      if (!(await sendTestEvent(transaction, owned, store.outbox)))
        throw new PlatformError("not_found", { message: inactive });
      return { result: "success" as const };
    },
  });
}

const inactive =
  "There is no such webhook or delivery within the reach of this token, or the webhook is not active.";

const second = 1000;

const resendBody = z.object({
  delivery_id: integerField("The delivery to send again; all failed ones when it is left out", {
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
  }).optional(),
  since: integerField("Only failed deliveries of events since then, in unix seconds", {
    minimum: 0,
    maximum: 253_402_300_799,
  }).optional(),
});

const webhookResendingData = z.object({
  count: z.int().min(0).meta({ description: "Events that are sent again." }),
});

/** `POST …/webhooks/{webhook_id}/resend`: one delivery again, or all that failed. */
export function webhookResending({ store, scope }: WebhookReading): Endpoint {
  return writeEndpoint(store, {
    method: "POST",
    operationId: `resend${scope.name}Webhook`,
    bearerScopes: scopesOf("answers:read surveys:write"),
    path: `${scope.path}/{webhook_id}/resend`,
    summary: `Send events to a webhook of ${scope.of} again`,
    description: "With the id that they had. The webhook has to be active.",
    pathParameters: { ...scope.pathParameters, ...webhookPath },
    body: resendBody,
    data: webhookResendingData,
    errors: errorsOfOne(scope),
    async write({ transaction, principal, path, body }) {
      const owned = await runSteps(transaction, ownedWebhook(scope, principal, path));
      const { delivery_id: deliveryId, since = 0 } = body;
      const within = reachOf(principal);
      const count =
        deliveryId === undefined
          ? await resendFailed(transaction, { ...owned, within, since: since * second })
          : Number(await resendDelivery(transaction, { ...owned, within, deliveryId }));
      if (count === undefined || (deliveryId !== undefined && count === 0))
        throw new PlatformError("not_found", { message: inactive });
      return { count };
    },
  });
}
