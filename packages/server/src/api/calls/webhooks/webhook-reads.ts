import type { PlatformZone } from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { defineEndpoint, type Endpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { integerParameter } from "../../../http/parameters.ts";
import type { Store } from "../../../store/store.ts";
import { findDelivery, listDeliveries } from "../../../store/webhooks/webhook-log.ts";
import { listWebhooks } from "../../../store/webhooks/webhook-table.ts";
import { authenticate, reachOf, tokenCheck, tokenErrors } from "../token-authentication.ts";
import {
  errorsOfOne,
  idIn,
  ownedWebhook,
  reachableWebhook,
  webhookPath,
  type WebhookScope,
} from "./webhook-scope.ts";
import {
  deliveryDetailJson,
  deliveryDetailSchema,
  deliveryJson,
  deliveryListSchema,
  webhookJson,
  webhookListSchema,
  webhookSchema,
} from "./webhook-wire.ts";
import { scopesOf } from "../../../model/scopes.ts";

/** What the calls that read webhooks need. */
export interface WebhookReading {
  readonly store: Store;
  readonly zone: PlatformZone;
  readonly scope: WebhookScope;
}

/** `GET …/webhooks`: all webhooks. */
export function webhookListEndpoint({ store, zone, scope }: WebhookReading): Endpoint {
  return defineEndpoint({
    operationId: `list${scope.name}Webhooks`,
    bearerScopes: scopesOf("answers:read"),
    path: scope.path,
    summary: `List the webhooks of ${scope.of}`,
    description: "All of them, ascending by id; there are few. No secret is shown.",
    pathParameters: scope.pathParameters,
    parameters: tokenParameters,
    data: webhookListSchema,
    errors: [...tokenErrors, ...scope.errors],
    checkToken: tokenCheck(store),
    *read(token, { path }) {
      const principal = yield* authenticate(store, token);
      if (principal instanceof PlatformError) return principal;
      const webhooks = yield* listWebhooks(yield* scope.owner(principal, path));
      return { total: webhooks.length, list: webhooks.map((webhook) => webhookJson(webhook, zone)) };
    },
  });
}

/** `GET …/webhooks/{webhook_id}`: one webhook. */
export function webhookEndpoint({ store, zone, scope }: WebhookReading): Endpoint {
  return defineEndpoint({
    operationId: `get${scope.name}Webhook`,
    bearerScopes: scopesOf("answers:read"),
    path: `${scope.path}/{webhook_id}`,
    summary: `Get a webhook of ${scope.of}`,
    description: "Without its secret, which is shown once, when it is new.",
    pathParameters: { ...scope.pathParameters, ...webhookPath },
    parameters: tokenParameters,
    data: webhookSchema,
    errors: [...tokenErrors, ...errorsOfOne(scope)],
    checkToken: tokenCheck(store),
    *read(token, { path }) {
      const principal = yield* authenticate(store, token);
      if (principal instanceof PlatformError) return principal;
      const webhook = yield* reachableWebhook(scope, principal, path);
      return webhookJson(webhook, zone);
    },
  });
}

const perPageBounds = { minimum: 1, maximum: 100 };
const idBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const listParameters = tokenParameters.extend({
  last_id: integerParameter("Only deliveries before this one; 0 or absent to start", idBounds).default(0),
  per_page: integerParameter("Deliveries in the list, at most 100; default 20", perPageBounds).default(20),
  state: z
    .enum(["pending", "delivered", "failed"], "must be pending, delivered or failed")
    .optional()
    .meta({ description: "Only deliveries of this state" }),
});

/** `GET …/webhooks/{webhook_id}/deliveries`: the outcome of its events. */
export function deliveryListEndpoint({ store, zone, scope }: WebhookReading): Endpoint {
  return defineEndpoint({
    operationId: `list${scope.name}WebhookDeliveries`,
    bearerScopes: scopesOf("answers:read"),
    path: `${scope.path}/{webhook_id}/deliveries`,
    summary: `List the deliveries of a webhook of ${scope.of}`,
    description:
      "The newest first. Pass last_id of the list before for the next one. They are kept for 30 days.",
    pathParameters: { ...scope.pathParameters, ...webhookPath },
    parameters: listParameters,
    data: deliveryListSchema,
    errors: [...tokenErrors, ...errorsOfOne(scope)],
    checkToken: tokenCheck(store),
    *read({ last_id: lastId, per_page: limit, state, ...token }, request) {
      const principal = yield* authenticate(store, token);
      if (principal instanceof PlatformError) return principal;
      const webhook = yield* reachableWebhook(scope, principal, request.path);
      const before = lastId === 0 ? undefined : lastId;
      const list = yield* listDeliveries({
        webhookId: webhook.id,
        state,
        before,
        limit,
        within: reachOf(principal),
      });
      if (list.length === 0) request.noteEmptyPage();
      return { last_id: list.at(-1)?.id ?? 0, list: list.map((delivery) => deliveryJson(delivery, zone)) };
    },
  });
}

/** `GET …/webhooks/{webhook_id}/deliveries/{delivery_id}`: an event with every attempt. */
export function deliveryEndpoint({ store, zone, scope }: WebhookReading): Endpoint {
  return defineEndpoint({
    operationId: `get${scope.name}WebhookDelivery`,
    bearerScopes: scopesOf("answers:read"),
    path: `${scope.path}/{webhook_id}/deliveries/{delivery_id}`,
    summary: `Get a delivery of a webhook of ${scope.of}`,
    description: "With every attempt: time, status, duration and the beginning of the response.",
    pathParameters: {
      ...scope.pathParameters,
      ...webhookPath,
      delivery_id: z.int().min(0).meta({ description: "The delivery's id" }),
    },
    parameters: tokenParameters,
    data: deliveryDetailSchema,
    errors: [...tokenErrors, ...errorsOfOne(scope)],
    checkToken: tokenCheck(store),
    *read(token, { path }) {
      const principal = yield* authenticate(store, token);
      if (principal instanceof PlatformError) return principal;
      const owned = yield* ownedWebhook(scope, principal, path);
      const delivery = yield* findDelivery({
        ...owned,
        deliveryId: idIn(path, "delivery_id"),
        within: reachOf(principal),
      });
      if (delivery === undefined) throw new PlatformError("not_found");
      return deliveryDetailJson(delivery, zone);
    },
  });
}
