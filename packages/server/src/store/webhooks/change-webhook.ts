import { runSteps } from "@survey-open-platform/database";
import { type EventAction, listensOf, type Outbox } from "@survey-open-platform/surveys";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { findKeptResponse, keepResponse } from "../installation/kept-response-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import {
  auditTargetOf,
  findWebhook,
  listWebhooks,
  type OwnedWebhook,
  ownerColumn,
  ownerColumns,
  recountListeners,
  stopWaiting,
  type Webhook,
  type WebhookOwner,
  webhooksLock,
} from "./webhook-table.ts";

/** The most webhooks of one survey, user or team. */
export const webhooksPerOwner = 10;

const millisecondsPerDay = 24 * 3_600_000;
/** For how long the secret before signs as well. */
export const rotationMilliseconds = millisecondsPerDay;

/** An address that was checked. */
export interface CheckedAddress {
  readonly url: string;
  /** What its deliveries at the same time are counted by. */
  readonly receiver: string;
}

/** A webhook about to be created. */
export interface NewWebhook extends CheckedAddress {
  readonly owner: WebhookOwner;
  /** Who creates it on a page; 0 for a call. */
  readonly userId: number;
  /** Of the user's token that a call is made with; null for a page or a team. */
  readonly grantId: number | null;
  readonly secret: string;
  readonly isActive: boolean;
  /** Undefined for those of its kind of owner: answers of a survey, surveys of an account. */
  readonly events?: readonly EventAction[] | undefined;
  /** Default false. */
  readonly hasTitles?: boolean | undefined;
}

/** What a change is made with. */
export interface WebhookChanging {
  readonly actor: Actor;
  readonly outbox: Outbox;
}

/** Creates a webhook, and sends a test event to an active one. @returns undefined when the owner has too many */
export async function createWebhook(
  transaction: StoreQueries,
  { owner, userId, grantId, url, receiver, secret, isActive, events = [], hasTitles = false }: NewWebhook,
  { actor, outbox }: WebhookChanging,
): Promise<Webhook | undefined> {
  if ((await runSteps(transaction, listWebhooks(owner))).length >= webhooksPerOwner) return undefined;
  const { id } = await transaction.kysely
    .insertInto("webhooks")
    .values({
      ...ownerColumns(owner),
      user_id: userId,
      grant_id: grantId,
      url,
      receiver,
      secret,
      is_active: isActive ? 1 : 0,
      listens: listensOf(events),
      titles: hasTitles ? 1 : 0,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recountListeners(transaction, owner);
  if (isActive) await runSteps(transaction, outbox.test(id));
  const webhook = await changedWebhook(transaction, { owner, webhookId: id });
  const target = await auditTargetOf(transaction, owner);
  const after = auditDetails(webhook);
  await recordAudit(transaction, { actor, action: "webhook.created", target, after });
  return webhook;
}
createWebhook.locks = ({ owner }: NewWebhook) => [webhooksLock(owner)];

/** A webhook that a form creates. */
export interface NewWebhookOfForm extends NewWebhook {
  /** What the form is remembered by for a day. */
  readonly requestHash: string;
}

/** Creates a webhook once, however often its form is sent. The lock of the owner has to be held. @returns as {@link createWebhook} does */
export async function createWebhookOnce(
  transaction: StoreQueries,
  { requestHash: keyHash, ...webhook }: NewWebhookOfForm,
  changing: WebhookChanging,
): Promise<Webhook | "repeated" | undefined> {
  return changeOnce(transaction, keyHash, () => createWebhook(transaction, webhook, changing));
}
createWebhookOnce.locks = ({ owner }: NewWebhook) => [webhooksLock(owner)];

/** A change of a webhook; what is undefined stays as it is. */
export interface WebhookChange extends OwnedWebhook {
  readonly address?: CheckedAddress | undefined;
  readonly isActive?: boolean | undefined;
  readonly events?: readonly EventAction[] | undefined;
  readonly hasTitles?: boolean | undefined;
  /** As in {@link NewWebhook}, both. Kept for a webhook that gets another address or is switched on: it ends with the right to that decision. */
  readonly userId: number;
  readonly grantId: number | null;
}

/** Changes a webhook. One that is switched on gets a test event. @returns undefined when there is none */
export async function changeWebhook(
  transaction: StoreQueries,
  change: WebhookChange,
  { actor, outbox }: WebhookChanging,
): Promise<Webhook | undefined> {
  const { owner, webhookId } = change;
  const before = await runSteps(transaction, findWebhook(change));
  if (before === undefined) return undefined;
  const isActive = change.isActive ?? before.isActive;
  await updateWebhook(transaction, change, before);
  await recountListeners(transaction, owner);
  if (isActive && !before.isActive) await runSteps(transaction, outbox.test(webhookId));
  if (!isActive) await stopWaiting(transaction, webhookId);
  const webhook = await changedWebhook(transaction, change);
  await recordAudit(transaction, {
    actor,
    action: "webhook.changed",
    target: await auditTargetOf(transaction, owner),
    before: auditDetails(before),
    after: auditDetails(webhook),
  });
  return webhook;
}
changeWebhook.locks = ({ owner }: OwnedWebhook) => [webhooksLock(owner)];

/** A webhook that this transaction has written. */
async function changedWebhook(transaction: StoreQueries, owned: OwnedWebhook): Promise<Webhook> {
  const webhook = await runSteps(transaction, findWebhook(owned));
  if (webhook === undefined) throw new Error(`Webhook ${owned.webhookId} is gone`);
  return webhook;
}

/** What the audit log says of a webhook. */
function auditDetails({ id, url, isActive, events, hasTitles }: Webhook) {
  return { webhook_id: id, url, is_active: isActive, events, titles: hasTitles };
}

async function updateWebhook(
  { kysely }: StoreQueries,
  { webhookId, address, isActive, events, hasTitles, userId, grantId }: WebhookChange,
  before: Webhook,
): Promise<void> {
  const isSwitchedOn = isActive === true && !before.isActive;
  const isElsewhere = address !== undefined && address.url !== before.url;
  await kysely
    .updateTable("webhooks")
    .set({ ...address, updated_at: nowMs })
    .$if(isSwitchedOn || isElsewhere, (query) => query.set({ user_id: userId, grant_id: grantId }))
    .$if(isSwitchedOn, (query) => query.set(switchedOn))
    .$if(isActive === false, (query) => query.set({ is_active: 0 }))
    .$if(events !== undefined, (query) => query.set({ listens: listensOf(events ?? []) }))
    .$if(hasTitles !== undefined, (query) => query.set({ titles: hasTitles === true ? 1 : 0 }))
    .where("id", "=", webhookId)
    .execute();
}

/** A webhook that is switched on begins without the past. */
const switchedOn = {
  is_active: 1,
  off_reason: "",
  off_at: null,
  failing_since: null,
  paused_until: 0,
} as const;

/** Deletes a webhook with its log. @returns false when there is none */
export async function deleteWebhook(
  transaction: StoreQueries,
  { owner, webhookId }: OwnedWebhook,
  actor: Actor,
): Promise<boolean> {
  const deleted = await transaction.kysely
    .deleteFrom("webhooks")
    .where("id", "=", webhookId)
    .where(ownerColumn(owner), "=", owner.id)
    .returning("url")
    .executeTakeFirst();
  if (deleted === undefined) return false;
  await recountListeners(transaction, owner);
  const before = { webhook_id: webhookId, url: deleted.url };
  const target = await auditTargetOf(transaction, owner);
  await recordAudit(transaction, { actor, action: "webhook.deleted", target, before });
  return true;
}
deleteWebhook.locks = ({ owner }: OwnedWebhook) => [webhooksLock(owner)];

/** Another secret for a webhook. */
export interface WebhookSecretChange extends OwnedWebhook {
  readonly secret: string;
}

/** Replaces the secret. The one before signs as well for a day, so that the receiver can change it without a gap. @returns false when there is none */
export async function replaceWebhookSecret(
  transaction: StoreQueries,
  { owner, webhookId, secret }: WebhookSecretChange,
  actor: Actor,
): Promise<boolean> {
  const changed = await transaction.kysely
    .updateTable("webhooks")
    .set((eb) => ({
      previous_secret: eb.ref("secret"),
      previous_until: eb(nowMs, "+", eb.lit(rotationMilliseconds)),
      secret,
      updated_at: nowMs,
    }))
    .where("id", "=", webhookId)
    .where(ownerColumn(owner), "=", owner.id)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  const target = await auditTargetOf(transaction, owner);
  const after = { webhook_id: webhookId };
  await recordAudit(transaction, { actor, action: "webhook.secret_replaced", target, after });
  return true;
}

/** Another secret that a form asks for. */
export interface WebhookSecretChangeOfForm extends WebhookSecretChange {
  /** What the form is remembered by for a day. */
  readonly requestHash: string;
}

/**
 * Replaces the secret once, however often its form is sent: a second time would end the signatures of the secret before. The
 * lock of the owner has to be held. @returns as {@link replaceWebhookSecret} does
 */
export async function replaceWebhookSecretOnce(
  transaction: StoreQueries,
  { requestHash: keyHash, ...change }: WebhookSecretChangeOfForm,
  actor: Actor,
): Promise<boolean | "repeated"> {
  return changeOnce(transaction, keyHash, () => replaceWebhookSecret(transaction, change, actor));
}
replaceWebhookSecretOnce.locks = ({ owner }: OwnedWebhook) => [webhooksLock(owner)];

/** Remembers for a day that a form was carried out, without what it showed: a secret is shown once. */
async function changeOnce<Change>(
  transaction: StoreQueries,
  keyHash: string,
  change: () => Promise<Change>,
): Promise<Change | "repeated"> {
  if ((await findKeptResponse(transaction, keyHash)) !== undefined) return "repeated";
  const made = await change();
  const isMade = made !== undefined && made !== false;
  if (isMade) await keepResponse(transaction, { keyHash, bodyHash: "", response: "" });
  return made;
}

/** Sends a test event to a webhook. @returns false when there is no active one */
export async function sendTestEvent(
  transaction: StoreQueries,
  owned: OwnedWebhook,
  outbox: Outbox,
): Promise<boolean> {
  const webhook = await runSteps(transaction, findWebhook(owned));
  if (webhook === undefined || !webhook.isActive) return false;
  await runSteps(transaction, outbox.test(webhook.id));
  return true;
}
