import type { Engine } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { MailKind } from "../../model/mail.ts";
import { isLeaseFree, leasedFor, skipLocked } from "../statements/lease.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { noteBounce } from "./mail-bounces.ts";

/** For how long a process has a mail for itself; longer than handing it over may take. */
export const mailLeaseMilliseconds = 120_000;

/** Held while mails are taken: the limit per minute is one for all processes. */
const takingLock = "taking mails";

/** What a process takes from the outbox. */
export interface MailTaking {
  /** Names the process. */
  readonly lease: string;
  readonly limit: number;
  readonly perMinute: number;
  readonly engine: Engine;
}

/** A mail that a process has for itself, to hand it over. */
export interface TakenMail {
  readonly id: number;
  readonly messageId: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly language: string;
  readonly facts: string;
  /** Attempts before this one that the server has refused. */
  readonly attempts: number;
  readonly createdAt: number;
}

/**
 * Takes mails that are due, as many as the limit per minute leaves room for. One whose lease has ended is taken again: its process was
 * killed, and no one knows whether the server had the mail. Its Message-ID tells the server's mailbox that it is the same mail.
 */
export async function takeMails(
  transaction: StoreQueries,
  { lease, limit, perMinute, engine }: MailTaking,
): Promise<readonly TakenMail[]> {
  const { kysely } = transaction;
  await giveUpUseless(transaction);
  const room = Math.min(limit, perMinute - (await handedInMinute(transaction)));
  if (room <= 0 || (await isPaused(transaction))) return [];
  const { rows } = await sql<TakenMail>`update mails
    set state = 'handing_over', lease = ${lease}, leased_until = ${leasedFor(mailLeaseMilliseconds)},
      handed_at = ${nowMs}
    where id in (select id from mails where due_at is not null and due_at <= ${nowMs}
      and ${isLeaseFree("leased_until")} order by due_at, id limit ${sql.lit(room)} ${skipLocked(engine)})
    returning id, message_id as "messageId", kind, recipient, language, facts, attempts,
      created_at as "createdAt"`.execute(kysely);
  return rows.toSorted((one, other) => one.id - other.id);
}
takeMails.locks = () => [takingLock];

async function handedInMinute({ kysely }: StoreQueries): Promise<number> {
  const { count } = await kysely
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("handed_at", ">", sql<number>`${nowMs} - 60000`)
    .executeTakeFirstOrThrow();
  // Engines differ in the type that they count in.
  return Number(count);
}

async function isPaused({ kysely }: StoreQueries): Promise<boolean> {
  const paused = await kysely
    .selectFrom("mail_server")
    .select("id")
    .where("paused_until", ">", nowMs)
    .executeTakeFirst();
  return paused !== undefined;
}

/** What could not be handed over while it was of use. */
async function giveUpUseless({ kysely }: StoreQueries): Promise<void> {
  await kysely
    .updateTable("mails")
    .set({ state: "failed", due_at: null, facts: "{}" })
    .where("due_at", "is not", null)
    .where("useless_at", "<=", nowMs)
    .where(isLeaseFree("leased_until"))
    .execute();
}

/** Whether a mail is due, without taking it: most of the time none is, and then nothing is written. */
export async function isMailDue({ kysely }: StoreQueries): Promise<boolean> {
  const due = await kysely
    .selectFrom("mails")
    .select("id")
    .where("due_at", "<=", nowMs)
    .where(isLeaseFree("leased_until"))
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** The outcome for a mail that a process had. */
export interface MailSettlement {
  readonly id: number;
  readonly lease: string;
  readonly outcome: MailOutcome;
}

/**
 * `accepted`: the server has it. `failed`: it never will. `later`: it refused this mail for now. `server_down`: it took no mail at all, which
 * pauses all of them and counts for none.
 */
export type MailOutcome =
  | { readonly kind: "accepted" }
  | {
      readonly kind: "failed";
      readonly problem: string;
      /** The status code with which the server said that the address takes no mail. Default none. */
      readonly bounceStatus?: string | undefined;
    }
  | { readonly kind: "later"; readonly problem: string; readonly retryIn: number | undefined }
  | { readonly kind: "server_down"; readonly problem: string };

/** Notes the outcome for a mail, if the process still has it. */
export async function settleMail(
  transaction: StoreQueries,
  { id, lease, outcome }: MailSettlement,
): Promise<void> {
  const isOver = outcome.kind === "accepted" || outcome.kind === "failed" || retryOf(outcome) === undefined;
  const over = outcome.kind === "accepted" ? "accepted" : "failed";
  const mail = await transaction.kysely
    .updateTable("mails")
    .set({ problem: problemOf(outcome), lease: "", leased_until: 0 })
    .$if(isOver, (query) => query.set({ due_at: null, facts: "{}" }))
    .$if(!isOver, (query) => query.set({ due_at: sql<number>`${nowMs} + ${retryOf(outcome) ?? 0}` }))
    .$if(outcome.kind === "server_down", (query) => query.set({ handed_at: 0 }))
    .$if(outcome.kind !== "server_down", (query) => query.set((eb) => ({ attempts: eb("attempts", "+", 1) })))
    .set({ state: isOver ? over : "waiting" })
    .where("id", "=", id)
    .where("lease", "=", lease)
    .where("state", "=", "handing_over")
    .returning(["user_id as userId", "participant_id as participantId", "recipient"])
    .executeTakeFirst();
  const status = outcome.kind === "failed" ? outcome.bounceStatus : undefined;
  if (mail !== undefined && status !== undefined) await noteBounce(transaction, { ...mail, status });
  await noteServer(transaction, outcome);
}

/** What an outcome says of the mail server. */
async function noteServer(transaction: StoreQueries, outcome: MailOutcome): Promise<void> {
  if (outcome.kind === "server_down") await pauseServer(transaction, problemOf(outcome));
  if (outcome.kind === "accepted") await resumeServer(transaction);
}

function problemOf(outcome: MailOutcome): string {
  return outcome.kind === "accepted" ? "" : outcome.problem.slice(0, 500);
}

function retryOf(outcome: MailOutcome): number | undefined {
  if (outcome.kind === "later") return outcome.retryIn;
  return outcome.kind === "server_down" ? 0 : undefined;
}

/** The longest pause after the server refused. */
const longestPause = 3_600_000;

/** Every further refusal doubles the pause, up to an hour. Mails that several processes had in their hands are one refusal. */
async function pauseServer({ kysely }: StoreQueries, problem: string): Promise<void> {
  await sql`update mail_server set failures = failures + 1, problem = ${problem}, problem_at = ${nowMs},
    paused_until = ${nowMs} + case when failures >= 8 then ${sql.lit(longestPause)} else 15000 * (1 << failures) end
    where id = 1 and paused_until <= ${nowMs}`.execute(kysely);
}

async function resumeServer({ kysely }: StoreQueries): Promise<void> {
  await kysely
    .updateTable("mail_server")
    .set({ failures: 0, paused_until: 0, problem: "" })
    .where("id", "=", 1)
    .where("failures", ">", 0)
    .execute();
}

/** The outbox as an operator sees it. */
export interface OutboxState {
  readonly waiting: number;
  /** Given up within the last 30 days. */
  readonly failed: number;
  readonly pausedUntil: number;
  /** What the server said when it refused; "" when it takes mails. */
  readonly problem: string;
}

/** Reads how many mails wait and what is wrong with the server. */
export async function readOutboxState({ kysely }: StoreQueries): Promise<OutboxState> {
  const { waiting, failed } = await kysely
    .selectFrom("mails")
    .select([
      sql<number>`cast(coalesce(sum(case when due_at is not null then 1 else 0 end), 0) as integer)`.as(
        "waiting",
      ),
      sql<number>`cast(coalesce(sum(case when state = 'failed' then 1 else 0 end), 0) as integer)`.as(
        "failed",
      ),
    ])
    .executeTakeFirstOrThrow();
  const server = await kysely
    .selectFrom("mail_server")
    .select(["paused_until as pausedUntil", "problem"])
    .executeTakeFirst();
  const { pausedUntil = 0, problem = "" } = server ?? {};
  return { waiting, failed, pausedUntil, problem };
}
