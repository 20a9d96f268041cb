import { type Database, runSteps } from "@survey-open-platform/database";
import { surveyLock } from "@survey-open-platform/surveys";
import type { Actor } from "../audit/audit-log-table.ts";
import {
  changeWebhook,
  createWebhook,
  createWebhookOnce,
  deleteWebhook,
  type NewWebhook,
  type NewWebhookOfForm,
  replaceWebhookSecretOnce,
  sendTestEvent,
  type WebhookChange,
  type WebhookSecretChangeOfForm,
} from "./change-webhook.ts";
import { accountWebhooksLock } from "../statements/locks.ts";
import type { StorePolicy } from "../installation/policy.ts";
import type { Schema } from "../schema/schema.ts";
import { unlimited } from "../surveys/survey-reach.ts";
import {
  type DueSearch,
  dueDeliveries,
  dueWebhooks,
  leaseWebhooks,
  maySendTo,
  releaseWebhook,
  type SendingEvent,
  settleAttempts,
  type Settlement,
} from "./webhook-delivery.ts";
import {
  type DeliverySearch,
  type FailedDeliveries,
  findDelivery,
  listDeliveries,
  type OwnedDelivery,
  resendDelivery,
  resendFailed,
} from "./webhook-log.ts";
import {
  findWebhook,
  listWebhooks,
  type OffReason,
  type OwnedWebhook,
  switchOff,
  type WebhookOwner,
} from "./webhook-table.ts";

/** A page shows its user everything. */
type OnPage<Search extends { readonly within: unknown }> = Omit<Search, "within">;

/** Webhooks, as pages and calls use them. None checks who may do it. */
export function webhookVerbs(database: Database<Schema>, { zone }: StorePolicy) {
  const { reader } = database;
  return {
    listWebhooks: (owner: WebhookOwner) => runSteps(reader, listWebhooks(owner)),
    findWebhook: (owned: OwnedWebhook) => runSteps(reader, findWebhook(owned)),
    /** @returns undefined when the owner has too many */
    createWebhook: (webhook: NewWebhook, actor: Actor) =>
      database.write((t) => createWebhook(t, webhook, { actor, zone }), locked(webhook.owner)),
    /** @returns undefined when the owner has too many, or `repeated` when the form was sent before */
    createWebhookOnce: (webhook: NewWebhookOfForm, actor: Actor) =>
      database.write((t) => createWebhookOnce(t, webhook, { actor, zone }), locked(webhook.owner)),
    changeWebhook: (change: WebhookChange, actor: Actor) =>
      database.write((t) => changeWebhook(t, change, { actor, zone }), locked(change.owner)),
    deleteWebhook: (owned: OwnedWebhook, actor: Actor) =>
      database.write((t) => deleteWebhook(t, owned, actor), locked(owned.owner)),
    /** @returns false when there is no such webhook, or `repeated` when the form was sent before */
    replaceWebhookSecretOnce: (change: WebhookSecretChangeOfForm, actor: Actor) =>
      database.write((t) => replaceWebhookSecretOnce(t, change, actor), locked(change.owner)),
    sendTestEvent: (owned: OwnedWebhook) => database.write((t) => sendTestEvent(t, owned, zone)),
    listDeliveries: (search: OnPage<DeliverySearch>) =>
      runSteps(reader, listDeliveries({ ...search, within: unlimited })),
    findDelivery: (owned: OnPage<OwnedDelivery>) =>
      runSteps(reader, findDelivery({ ...owned, within: unlimited })),
    resendDelivery: (owned: OnPage<OwnedDelivery>) =>
      database.write((t) => resendDelivery(t, { ...owned, within: unlimited })),
    resendFailed: (failed: OnPage<FailedDeliveries>) =>
      database.write((t) => resendFailed(t, { ...failed, within: unlimited })),
    ...deliveryVerbs(database),
  };
}

function locked(owner: WebhookOwner) {
  return { locks: [owner.kind === "survey" ? surveyLock(owner.id) : accountWebhooksLock(owner.id)] };
}

/** What delivers events. */
function deliveryVerbs(database: Database<Schema>) {
  const { reader, engine } = database;
  return {
    dueWebhooks: (search: DueSearch) => dueWebhooks(reader, search),
    /** Takes webhooks for which events are due; other processes leave them alone meanwhile. */
    leaseWebhooks: (leasing: { readonly lease: string; readonly ids: readonly number[] }) =>
      database.write((t) => leaseWebhooks(t, { ...leasing, engine })),
    releaseWebhook: (released: { readonly webhookId: number; readonly lease: string }) =>
      database.write((t) => releaseWebhook(t, released)),
    maySendTo: (event: SendingEvent) => maySendTo(reader, event),
    dueDeliveries: (due: { readonly webhookId: number; readonly limit: number }) =>
      dueDeliveries(reader, due),
    settleAttempts: (settlement: Settlement) =>
      database.writeSteps(() => settleAttempts(settlement), `deliveries of webhook ${settlement.webhookId}`),
    switchOffWebhook: async (off: { readonly webhookId: number; readonly reason: OffReason }) => {
      const row = await reader.kysely
        .selectFrom("webhooks")
        .select("survey_id as surveyId")
        .where("id", "=", off.webhookId)
        .executeTakeFirst();
      const locks = row?.surveyId === undefined || row.surveyId === null ? [] : [surveyLock(row.surveyId)];
      await database.write((t) => switchOff(t, off), { locks });
    },
  };
}
