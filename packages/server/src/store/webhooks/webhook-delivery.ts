import { type Database, rowsOf, send } from "@survey-open-platform/database";
import { withAddress } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { failingMilliseconds } from "../../model/retry-schedule.ts";
import { isLeaseFree, leasedFor, skipLocked } from "../statements/lease.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";
import {
  endEventsOutsideChoice,
  hasRightBehind,
  outsideChoice,
  switchOffOutlived,
} from "./webhook-rights.ts";

/** For how long a process has a webhook for itself; longer than an attempt may take. */
export const leaseMilliseconds = 30_000;

/** Which webhooks a process looks for. */
export interface DueSearch {
  readonly limit: number;
  /** The most of one receiver. */
  readonly perReceiver: number;
}

/** A webhook for which events are due. */
export interface DueWebhook {
  readonly id: number;
  readonly receiver: string;
  /** Whether its last attempt failed. */
  readonly isFailing: boolean;
}

/** A webhook that a process has for itself, to deliver what is due. */
export interface LeasedWebhook {
  readonly id: number;
  readonly url: string;
  readonly receiver: string;
  /** One, or two while the secret is being replaced. */
  readonly secrets: readonly string[];
  readonly isFailing: boolean;
}

/**
 * The webhooks for which events are due, without the log of those that are done: one step in an index for each webhook
 * that waits for something.
 */
const waitingWebhooks = sql`with recursive waiting(id) as (
    select min(webhook_id) from webhook_deliveries where due_at is not null
    union all
    select (select min(webhook_id) from webhook_deliveries where due_at is not null and webhook_id > waiting.id)
    from waiting where waiting.id is not null
  )`;

const isFree = sql`w.is_active = 1 and ${isLeaseFree("w.leased_until")} and w.paused_until <= ${nowMs}`;

/**
 * Webhooks for which events are due and that no process works for: those whose last attempt failed come last, the others
 * in the order in which they wait.
 */
export async function dueWebhooks(
  { kysely }: StoreQueries,
  { limit, perReceiver }: DueSearch,
): Promise<readonly DueWebhook[]> {
  const { rows } = await sql<{
    readonly id: number;
    readonly receiver: string;
    readonly failing: number;
  }>`${waitingWebhooks}, due as (
      select w.id, w.receiver, case when w.failing_since is null then 0 else 1 end as failing,
        (select min(due_at) from webhook_deliveries d where d.webhook_id = w.id and d.due_at is not null) as due_at
      from waiting join webhooks w on w.id = waiting.id where ${isFree}
    ), placed as (
      select id, receiver, failing, due_at,
        row_number() over (partition by receiver order by failing, due_at, id) as place
      from due where due_at <= ${nowMs}
    )
    select id, receiver, failing from placed where place <= ${sql.lit(perReceiver)}
    order by failing, due_at, id limit ${sql.lit(limit)}`.execute(kysely);
  return rows.map(({ failing, ...webhook }) => ({ ...webhook, isFailing: failing === 1 }));
}

/** Takes webhooks for a process. Of several processes that want the same one, one gets it, and none waits. One whose right has ended is switched off. */
export async function leaseWebhooks(
  transaction: StoreQueries,
  {
    lease,
    ids,
    engine,
  }: { readonly lease: string; readonly ids: readonly number[] } & Pick<Database<Schema>, "engine">,
): Promise<readonly LeasedWebhook[]> {
  const { kysely } = transaction;
  await switchOffOutlived(transaction, ids);
  await endEventsOutsideChoice(transaction, sql<boolean>`w.id in (${sql.join(ids)})`);
  const { rows } = await sql<
    Omit<LeasedWebhook, "secrets" | "isFailing"> & {
      readonly secret: string;
      readonly previous: string;
      readonly failing: number | null;
    }
  >`update webhooks set lease = ${lease}, leased_until = ${leasedFor(leaseMilliseconds)}
    where id in (select w.id from webhooks w where w.id in (${sql.join(ids)}) and ${isFree} ${skipLocked(engine)})
    returning id, url, receiver, secret, failing_since as failing,
      case when previous_until > ${nowMs} then previous_secret else '' end as previous`.execute(kysely);
  return rows.map(({ secret, previous, failing, ...webhook }) => ({
    ...webhook,
    secrets: previous === "" ? [secret] : [secret, previous],
    isFailing: failing !== null,
  }));
}

/** Lets other processes have a webhook. */
export async function releaseWebhook(
  { kysely }: StoreQueries,
  { webhookId, lease }: { readonly webhookId: number; readonly lease: string },
): Promise<void> {
  await kysely
    .updateTable("webhooks")
    .set({ lease: "", leased_until: 0 })
    .where("id", "=", webhookId)
    .where("lease", "=", lease)
    .execute();
}

const sendingWebhook = prepare<{
  readonly id: number;
  readonly lease: string;
  readonly deliveryId: number;
}>()((db, param) =>
  db
    .selectFrom("webhooks as w")
    .innerJoin("webhook_deliveries as d", (join) => join.on("d.id", "=", param("deliveryId")))
    .select("w.id")
    .where("w.id", "=", param("id"))
    .where("w.lease", "=", param("lease"))
    .where("w.is_active", "=", 1)
    .where(hasRightBehind)
    .where(sql<boolean>`not (${outsideChoice})`).where(sql<boolean>`not exists (
      select 1 from surveys s where s.id = w.survey_id and s.binned_at is not null)`),
);

/** An event that a process is about to send. */
export interface SendingEvent {
  readonly webhookId: number;
  readonly lease: string;
  readonly deliveryId: number;
}

/**
 * Whether a process may send an event to a webhook that it has. Asked before each event, as an access token is looked up with each call: other
 * processes switch webhooks off, and rights end, while a process has many events in its hands.
 */
export async function maySendTo(
  queries: StoreQueries,
  { webhookId, lease, deliveryId }: SendingEvent,
): Promise<boolean> {
  return (await queries.run(sendingWebhook, { id: webhookId, lease, deliveryId })).length > 0;
}

/** An event that is due. */
export interface DueDelivery {
  readonly id: number;
  readonly eventId: string;
  readonly sequence: number;
  readonly action: string;
  readonly body: string;
  readonly attempts: number;
}

/** Events that are due for a webhook, in the order in which they are to be sent. */
export async function dueDeliveries(
  { kysely }: StoreQueries,
  { webhookId, limit }: { readonly webhookId: number; readonly limit: number },
): Promise<readonly DueDelivery[]> {
  const rows = await kysely
    .selectFrom("webhook_deliveries")
    .select(["id", "event_id as eventId", "sequence", "action", "body", "address", "attempts"])
    .where("webhook_id", "=", webhookId)
    .where("due_at", "is not", null)
    .where("due_at", "<=", nowMs)
    .orderBy("due_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ address, body, ...delivery }) => ({ ...delivery, body: withAddress(body, address) }));
}

/** The outcome of an attempt. */
export interface SettledAttempt {
  readonly deliveryId: number;
  /** Attempts before this one. */
  readonly attempts: number;
  readonly isDelivered: boolean;
  readonly status: number;
  readonly failure: string;
  readonly milliseconds: number;
  readonly response: string;
  /** In how many milliseconds the next attempt is due; undefined when there is none. */
  readonly retryIn: number | undefined;
  /** For how many milliseconds the receiver wants nothing. */
  readonly pause: number;
}

/** Attempts of one webhook, in their order. */
export interface Settlement {
  readonly webhookId: number;
  readonly lease: string;
  readonly attempts: readonly SettledAttempt[];
}

/** Only if it is as it was when it was sent: another process may have it since, or a person may have sent it again. */
const settleDelivery = prepare<{
  readonly id: number;
  readonly attempts: number;
  readonly state: string;
  readonly retryIn: number | null;
}>()((db, param) =>
  db
    .updateTable("webhook_deliveries")
    .set((eb) => ({
      state: param("state"),
      attempts: eb("attempts", "+", 1),
      due_at: sql<number | null>`${nowMs} + cast(${param("retryIn")} as bigint)`,
    }))
    .where("id", "=", param("id"))
    .where("attempts", "=", param("attempts"))
    .where("due_at", "is not", null),
);

/** Nothing when the webhook was deleted while its event was sent. */
const addAttempt = prepare<{
  readonly deliveryId: number;
  readonly milliseconds: number;
  readonly status: number;
  readonly failure: string;
  readonly response: string;
}>()((db, param) =>
  db
    .insertInto("webhook_attempts")
    .columns(["delivery_id", "webhook_id", "at", "milliseconds", "status", "failure", "response"])
    .expression(
      db
        .selectFrom("webhook_deliveries as d")
        .select(["d.id", "d.webhook_id", nowMs.as("at")])
        .select(sql<number>`cast(${param("milliseconds")} as integer)`.as("milliseconds"))
        .select(sql<number>`cast(${param("status")} as integer)`.as("status"))
        .select(sql<string>`cast(${param("failure")} as text)`.as("failure"))
        .select(sql<string>`cast(${param("response")} as text)`.as("response"))
        .where("d.id", "=", param("deliveryId")),
    ),
);

const noteSuccess = prepare<{ readonly id: number; readonly lease: string }>()((db, param) =>
  db
    .updateTable("webhooks")
    .set({ failing_since: null, leased_until: leasedFor(leaseMilliseconds) })
    .where("id", "=", param("id"))
    .where("lease", "=", param("lease"))
    .where("is_active", "=", 1)
    .returning("failing_since as failingSince"),
);

const noteFailure = prepare<{ readonly id: number; readonly lease: string; readonly pause: number }>()(
  (db, param) =>
    db
      .updateTable("webhooks")
      .set({
        failing_since: sql<number>`coalesce(failing_since, ${nowMs})`,
        leased_until: leasedFor(leaseMilliseconds),
        paused_until: sql<number>`${nowMs} + cast(${param("pause")} as bigint)`,
      })
      .where("id", "=", param("id"))
      .where("lease", "=", param("lease"))
      .where("is_active", "=", 1)
      .returning("failing_since as failingSince")
      .returning(sql<number>`${nowMs}`.as("now")),
);

/** What a process learns when it has settled attempts. */
export interface SettledWebhook {
  /** False when another process has the webhook by now, or it was switched off. */
  readonly isHeld: boolean;
  /** Whether it has failed for so long that it is to be switched off. */
  readonly isHopeless: boolean;
}

/** Notes the outcome of attempts, and holds the webhook for longer. */
export function* settleAttempts({ webhookId, lease, attempts }: Settlement): StoreSteps<SettledWebhook> {
  for (const attempt of attempts) yield* settleAttempt(attempt);
  const last = attempts.at(-1);
  if (last === undefined || last.isDelivered) {
    const rows = yield* rowsOf(noteSuccess, { id: webhookId, lease });
    return { isHeld: rows.length > 0, isHopeless: false };
  }
  const [row] = yield* rowsOf(noteFailure, { id: webhookId, lease, pause: last.pause });
  const failing = row === undefined ? 0 : row.now - (row.failingSince ?? row.now);
  return { isHeld: row !== undefined, isHopeless: failing >= failingMilliseconds };
}

function* settleAttempt(attempt: SettledAttempt): StoreSteps<void> {
  const { deliveryId, attempts, isDelivered, retryIn, milliseconds, status, failure, response } = attempt;
  const waiting = retryIn === undefined ? "failed" : "pending";
  const state = isDelivered ? "delivered" : waiting;
  yield* send(settleDelivery, { id: deliveryId, attempts, state, retryIn: retryIn ?? null });
  yield* send(addAttempt, { deliveryId, milliseconds, status, failure, response });
}
