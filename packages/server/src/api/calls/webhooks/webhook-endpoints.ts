import type { PlatformZone } from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { defineEndpoint, type Endpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import type { OpenedReceivers } from "../../../model/opened-receivers.ts";
import type { Store } from "../../../store/store.ts";
import { authenticate, tokenCheck, tokenErrors } from "../token-authentication.ts";
import {
  deliveryEndpoint,
  deliveryListEndpoint,
  webhookEndpoint,
  webhookListEndpoint,
} from "./webhook-reads.ts";
import { accountScope, surveyScope } from "./webhook-scope.ts";
import {
  webhookChange,
  webhookCreation,
  webhookDeletion,
  webhookResending,
  webhookSecretChange,
  webhookTest,
} from "./webhook-writes.ts";
import { scopesOf } from "../../../model/scopes.ts";

/** What the calls about webhooks need. */
export interface WebhookCalls {
  readonly store: Store;
  readonly zone: PlatformZone;
  readonly opened: OpenedReceivers;
  /** Addresses that events are sent from. */
  readonly senders: readonly string[];
}

/** The calls about webhooks. */
export function webhookEndpoints({ senders, ...calls }: WebhookCalls): readonly Endpoint[] {
  const scopes = [surveyScope(calls.store), accountScope];
  return [
    ...scopes.flatMap((scope) => {
      const scoped = { ...calls, scope };
      return [
        webhookListEndpoint(scoped),
        webhookEndpoint(scoped),
        webhookCreation(scoped),
        webhookChange(scoped),
        webhookDeletion(scoped),
        webhookSecretChange(scoped),
        webhookTest(scoped),
        webhookResending(scoped),
        deliveryListEndpoint(scoped),
        deliveryEndpoint(scoped),
      ];
    }),
    webhookSenderEndpoint(calls.store, senders),
  ];
}

const senderList = z
  .object({
    list: z
      .array(z.string())
      .meta({ description: "Addresses or networks; empty when the operator named none." }),
  })
  .meta({ id: "WebhookSenders", description: "Where events come from." });

/** `GET /api/webhooks/ip`: the addresses that events are sent from. */
function webhookSenderEndpoint(store: Store, senders: readonly string[]): Endpoint {
  return defineEndpoint({
    operationId: "listWebhookSenders",
    bearerScopes: scopesOf("surveys:read"),
    path: "/api/webhooks/ip",
    summary: "List the addresses that events are sent from",
    description: "For the firewalls of receivers, as the operator of the platform names them.",
    parameters: tokenParameters,
    data: senderList,
    errors: tokenErrors,
    checkToken: tokenCheck(store),
    *read(token) {
      const principal = yield* authenticate(store, token);
      return principal instanceof PlatformError ? principal : { list: [...senders] };
    },
  });
}
