import type { DataCaller } from "../data-caller.ts";
import { idPart } from "../id-part.ts";
import { surveyPath, type SurveyId } from "../surveys/survey-path.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import { deleteCall, writeCall, type WriteOptions } from "../write-call.ts";
import type {
  DeliveryDetail,
  DeliveryList,
  DeliveryState,
  ResendRequest,
  Webhook,
  WebhookChange,
  WebhookCreation,
  WebhookList,
} from "./webhook-data.ts";

/** What webhooks belong to: a survey, for its answers, or a user or team, for all surveys that belong to it. */
export type WebhookOwner = { readonly surveyId: SurveyId } | { readonly userId: number | string };

/** Which deliveries of a webhook. */
export interface DeliveryListOptions extends WaitOptions {
  /** Only deliveries older than this one: `last_id` of the list before. */
  readonly before?: number | undefined;
  /** At most 100; 20 unless given. */
  readonly perPage?: number | undefined;
  readonly state?: DeliveryState | undefined;
}

/** The calls about webhooks. */
export interface Webhooks {
  list(owner: WebhookOwner, options?: WaitOptions): Promise<WebhookList>;
  get(owner: WebhookOwner, webhookId: number, options?: WaitOptions): Promise<Webhook>;
  /**
   * Creates a webhook. The result has the secret: keep it, it is not shown again. It is `""` when the first response was
   * lost and the call was sent again; then `replaceSecret` makes another.
   */
  create(owner: WebhookOwner, webhook: WebhookCreation, options?: WriteOptions): Promise<Webhook>;
  update(
    owner: WebhookOwner,
    webhookId: number,
    change: WebhookChange,
    options?: WriteOptions,
  ): Promise<Webhook>;
  /** Deletes a webhook with its log. What waits for it is not sent. */
  delete(owner: WebhookOwner, webhookId: number, options?: WriteOptions): Promise<void>;
  /** Makes another secret, shown once. For a day the one before signs as well. */
  replaceSecret(owner: WebhookOwner, webhookId: number, options?: WriteOptions): Promise<Webhook>;
  /** Sends a test event to an active webhook. */
  sendTest(owner: WebhookOwner, webhookId: number, options?: WriteOptions): Promise<void>;
  /** Sends one event again, or all that failed. @returns how many */
  resend(
    owner: WebhookOwner,
    webhookId: number,
    which?: ResendRequest,
    options?: WriteOptions,
  ): Promise<number>;
  /** The outcome of a webhook's events, the newest first. */
  deliveries(owner: WebhookOwner, webhookId: number, options?: DeliveryListOptions): Promise<DeliveryList>;
  /** One delivery with its attempts. */
  delivery(
    owner: WebhookOwner,
    webhookId: number,
    deliveryId: number,
    options?: WaitOptions,
  ): Promise<DeliveryDetail>;
  /** Addresses and networks that events are sent from; empty when the operator named none. */
  senders(options?: WaitOptions): Promise<readonly string[]>;
}

/** The webhook calls of a caller. */
export function webhooksOf(caller: DataCaller): Webhooks {
  return { ...reading(caller), ...writing(caller) };
}

function reading(caller: DataCaller) {
  return {
    list: async (owner, options) => await caller.call(pathOf(owner), options),
    get: async (owner, id, options) => await caller.call(pathOf(owner, id), options),
    async deliveries(owner, id, { before, perPage, state, signal } = {}) {
      const query = { last_id: before, per_page: perPage, state };
      return await caller.call(pathOf(owner, id, "/deliveries"), { query, signal });
    },
    delivery: async (owner, id, deliveryId, options) =>
      await caller.call(pathOf(owner, id, `/deliveries/${idPart(deliveryId, "delivery_id")}`), options),
    senders: async (options) =>
      (await caller.call<{ list: readonly string[] }>("/api/webhooks/ip", options)).list,
  } satisfies Partial<Webhooks>;
}

function writing(caller: DataCaller) {
  return {
    create: async (owner, webhook, options) => await writeCall(caller, pathOf(owner), webhook, options),
    update: async (owner, id, change, options) => await writeCall(caller, pathOf(owner, id), change, options),
    async delete(owner, id, options) {
      await deleteCall(caller, pathOf(owner, id), options);
    },
    replaceSecret: async (owner, id, options) =>
      await writeCall(caller, pathOf(owner, id, "/secret"), {}, options),
    async sendTest(owner, id, options) {
      await writeCall(caller, pathOf(owner, id, "/test"), {}, options);
    },
    async resend(owner, id, which = {}, options) {
      const path = pathOf(owner, id, "/resend");
      return (await writeCall<{ count: number }>(caller, path, which, options)).count;
    },
  } satisfies Partial<Webhooks>;
}

function pathOf(owner: WebhookOwner, webhookId?: number, rest = ""): string {
  const base =
    "surveyId" in owner ? surveyPath(owner.surveyId) : `/api/users/${idPart(owner.userId, "user_id")}`;
  return `${base}/webhooks${webhookId === undefined ? "" : `/${idPart(webhookId, "webhook_id")}`}${rest}`;
}
