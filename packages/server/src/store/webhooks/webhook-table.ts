import { rowsOf } from "@survey-open-platform/database";
import type { Kysely } from "kysely";
import type { AuditTarget } from "../audit/audit-entry.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";
import { type EventAction, eventsOf, surveyLock } from "@survey-open-platform/surveys";
import { accountWebhooksLock } from "../statements/locks.ts";

/** What a webhook belongs to: a survey, or a user or team, of all whose surveys it gets events. */
export interface WebhookOwner {
  readonly kind: "survey" | "user" | "team";
  readonly id: number;
}

/** A webhook of an owner. One of another owner is treated as if it did not exist. */
export interface OwnedWebhook {
  readonly owner: WebhookOwner;
  readonly webhookId: number;
}

/** A webhook, without its secret. Times are ms UTC. */
export interface Webhook {
  readonly id: number;
  /** Null for one of an account. */
  readonly surveyId: number | null;
  /** Null for one of a survey. */
  readonly accountId: number | null;
  /** Who added it on a page, gave it its address or switched it on last; 0 for a call. */
  readonly userId: number;
  /** The name of the user with whose right it sends; null for one of a team's application, or of a deleted user. */
  readonly userName: string | null;
  /** Of the application that added it with a user's token, and with whose access it ends. */
  readonly applicationName: string | null;
  readonly url: string;
  readonly isActive: boolean;
  /** Which events it gets. */
  readonly events: readonly EventAction[];
  /** Whether events of answers have the titles of survey and questions. */
  readonly hasTitles: boolean;
  /** Why the platform switched it off; "" when it did not. */
  readonly offReason: "" | "gone" | "failing" | "revoked" | "owner_gone";
  readonly offAt: number | null;
  /** The first failure since the last success; null when the last attempt succeeded. */
  readonly failingSince: number | null;
  /** Until when the secret before signs as well; 0 when there is none. */
  readonly previousUntil: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Which rows belong to an owner. */
export function ownerColumn({ kind }: WebhookOwner): "survey_id" | "account_id" {
  return kind === "survey" ? "survey_id" : "account_id";
}

/** The columns of an owner. */
export function ownerColumns(owner: WebhookOwner) {
  const isSurvey = owner.kind === "survey";
  return { survey_id: isSurvey ? owner.id : null, account_id: isSurvey ? null : owner.id };
}

/** What entries of the audit log are about: a user by the username, as in all its entries. */
export async function auditTargetOf(
  { kysely }: StoreQueries,
  { kind, id }: WebhookOwner,
): Promise<AuditTarget> {
  if (kind !== "user") return { kind, name: String(id) };
  const user = await kysely.selectFrom("users").select("username").where("id", "=", id).executeTakeFirst();
  return { kind, name: user?.username ?? String(id) };
}

function selectWebhooks(db: Kysely<Schema>) {
  return db
    .selectFrom("webhooks")
    .select(["id", "survey_id as surveyId", "account_id as accountId", "user_id as userId", "url"])
    .select(["is_active", "listens", "titles", "off_at as offAt", "failing_since as failingSince"])
    .select(["previous_until as previousUntil", "created_at as createdAt", "updated_at as updatedAt"])
    .select((eb) =>
      eb
        .selectFrom("grants")
        .innerJoin("applications", "applications.id", "grants.application_id")
        .whereRef("grants.id", "=", "webhooks.grant_id")
        .select("applications.name")
        .as("applicationName"),
    )
    .select((eb) =>
      eb
        .selectFrom("users")
        .where("users.id", "=", (author) =>
          author.fn.coalesce(
            author
              .selectFrom("grants")
              .whereRef("grants.id", "=", "webhooks.grant_id")
              .select("grants.user_id"),
            "webhooks.user_id",
          ),
        )
        .select("users.nickname")
        .as("userName"),
    )
    .select((eb) => eb.ref("off_reason").$castTo<Webhook["offReason"]>().as("offReason"));
}

interface OfOwner {
  readonly ownerId: number;
}

const listOf = {
  survey_id: prepare<OfOwner>()((db, param) =>
    selectWebhooks(db).where("survey_id", "=", param("ownerId")).orderBy("id"),
  ),
  account_id: prepare<OfOwner>()((db, param) =>
    selectWebhooks(db).where("account_id", "=", param("ownerId")).orderBy("id"),
  ),
} as const;

/** Lists the webhooks of an owner, the oldest first. An owner has few. */
export function* listWebhooks(owner: WebhookOwner): StoreSteps<readonly Webhook[]> {
  const rows = yield* rowsOf(listOf[ownerColumn(owner)], { ownerId: owner.id });
  return rows.map(({ is_active, listens, titles, ...webhook }) => ({
    ...webhook,
    isActive: is_active === 1,
    events: eventsOf(listens, webhook.surveyId !== null),
    hasTitles: titles === 1,
  }));
}

/** Finds a webhook of an owner. */
export function* findWebhook({ owner, webhookId }: OwnedWebhook): StoreSteps<Webhook | undefined> {
  return (yield* listWebhooks(owner)).find(({ id }) => id === webhookId);
}

/** Counts the active webhooks of a survey again, so that its answers know whether any listens. The survey's lock has to be held. */
export async function recountListeners({ kysely }: StoreQueries, owner: WebhookOwner): Promise<void> {
  if (owner.kind !== "survey") return;
  await kysely
    .updateTable("surveys")
    .set((eb) => ({
      answer_webhooks: eb
        .selectFrom("webhooks")
        .select((count) => count.fn.countAll<number>().as("count"))
        .where("survey_id", "=", owner.id)
        .where("is_active", "=", 1),
    }))
    .where("id", "=", owner.id)
    .execute();
}

/** The lock under which the webhooks of a survey or an account change. */
export function webhooksLock(owner: WebhookOwner): string {
  return owner.kind === "survey" ? surveyLock(owner.id) : accountWebhooksLock(owner.id);
}

/** Why deliveries switch a webhook off. */
export type OffReason = Extract<Webhook["offReason"], "gone" | "failing">;

/** Switches a webhook off. What waits for it is not sent; it can be sent again later. */
export async function switchOff(
  transaction: StoreQueries,
  { webhookId, reason }: { readonly webhookId: number; readonly reason: OffReason },
): Promise<void> {
  const { kysely } = transaction;
  const webhook = await kysely
    .updateTable("webhooks")
    .set({ is_active: 0, off_reason: reason, off_at: nowMs, updated_at: nowMs })
    .where("id", "=", webhookId)
    .where("is_active", "=", 1)
    .returning(["id", "survey_id as surveyId"])
    .executeTakeFirst();
  if (webhook === undefined) return;
  await tellAuthor(transaction, { webhookId: webhook.id, reason });
  await stopWaiting(transaction, webhookId);
  if (webhook.surveyId !== null)
    await recountListeners(transaction, { kind: "survey", id: webhook.surveyId });
}
switchOff.locks =
  ({ webhookId }: { readonly webhookId: number }) =>
  async ({ kysely }: StoreQueries): Promise<readonly string[]> => {
    const row = await kysely
      .selectFrom("webhooks")
      .select("survey_id as surveyId")
      .where("id", "=", webhookId)
      .executeTakeFirst();
    return row === undefined || row.surveyId === null ? [] : [surveyLock(row.surveyId)];
  };

/** Ends the deliveries that wait for a webhook: they count as failed. */
export async function stopWaiting({ kysely }: StoreQueries, webhookId: number): Promise<void> {
  await kysely
    .updateTable("webhook_deliveries")
    .set({ state: "failed", due_at: null })
    .where("webhook_id", "=", webhookId)
    .where("due_at", "is not", null)
    .execute();
}

/**
 * Writes to the user with whose right a webhook sent that it was switched off. Whether the user may still see its page is decided there.
 */
export async function tellAuthor(
  transaction: StoreQueries,
  { webhookId, reason }: { readonly webhookId: number; readonly reason: string },
): Promise<void> {
  if (transaction.sendsMail !== true) return;
  const webhook = await transaction.kysely
    .selectFrom("webhooks as w")
    .leftJoin("grants as g", "g.id", "w.grant_id")
    .leftJoin("surveys as s", "s.id", "w.survey_id")
    .innerJoin("accounts as a", (join) =>
      join.on("a.id", "=", (eb) => eb.fn.coalesce("w.account_id", "s.owner_id")),
    )
    .select(["w.url", "w.survey_id as surveyId", "w.account_id as accountId", "a.kind", "a.id as ownerId"])
    .select((eb) => eb.fn.coalesce("g.user_id", "w.user_id").as("authorId"))
    .where("w.id", "=", webhookId)
    .executeTakeFirst();
  if (webhook === undefined) return;
  const { url, surveyId, accountId, kind, ownerId, authorId } = webhook;
  const userId = kind === "user" && authorId === 0 ? ownerId : authorId;
  const owner = kind === "team" ? `/teams/${accountId}` : "/account";
  const path = `${surveyId === null ? owner : `/surveys/${surveyId}`}/webhooks/${webhookId}`;
  const facts = { host: new URL(url).host, reason, path };
  await queueMail(transaction, { kind: "webhook_off", facts }, { userId });
}
