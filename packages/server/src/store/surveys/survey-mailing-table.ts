import { sql } from "kysely";
import { type MailingTexts, textFor } from "../../model/mailing-text.ts";
import { filledIn } from "../../model/participant.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { answeredByAccount, fieldsIn, hasEndedRow, participantKeyOfRow } from "./participant-table.ts";

/** What is written to participants of a survey. */
export interface NewMailing extends MailingTexts {
  readonly surveyId: number;
  readonly userId: number;
  /** Whether it goes to those who were invited and have not answered, or to those who were not invited yet. */
  readonly isReminder: boolean;
  /** Of who sends it. */
  readonly language: string;
  /** When it begins, ms UTC; null for now. */
  readonly at: number | null;
  readonly actor: Actor;
}

/** An invitation, and three reminders. */
const mostMails = 4;

/** Begins a mailing; its mails are written to the outbox some at a time. */
export async function beginMailing(
  transaction: StoreQueries,
  { surveyId, userId, isReminder, subject, body, translations, language, at, actor }: NewMailing,
): Promise<void> {
  await transaction.kysely
    .insertInto("survey_mailings")
    .values({
      survey_id: surveyId,
      user_id: userId,
      is_reminder: isReminder ? 1 : 0,
      subject,
      body,
      translations: JSON.stringify(translations),
      language,
      due_at: at ?? nowMs,
      created_at: nowMs,
    })
    .execute();
  const target = { kind: "survey", name: String(surveyId) } as const;
  await recordAudit(transaction, {
    actor,
    action: "participants.mailed",
    target,
    after: { reminder: isReminder },
  });
}

/** A mailing as pages list it. Times are ms UTC. */
export interface Mailing {
  readonly id: number;
  readonly isReminder: boolean;
  readonly subject: string;
  /** Null when it is done or was stopped. */
  readonly dueAt: number | null;
  readonly queued: number;
  readonly createdAt: number;
}

/** The mailings of a survey, the newest first. */
export async function listMailings({ kysely }: StoreQueries, surveyId: number): Promise<readonly Mailing[]> {
  const rows = await kysely
    .selectFrom("survey_mailings")
    .select(["id", "is_reminder", "subject", "due_at as dueAt", "queued", "created_at as createdAt"])
    .where("survey_id", "=", surveyId)
    .orderBy("id", "desc")
    .limit(50)
    .execute();
  return rows.map(({ is_reminder: isReminder, ...row }) => ({ ...row, isReminder: isReminder === 1 }));
}

/** Ends a mailing: what is not written to the outbox yet is not sent. */
export async function stopMailing(
  { kysely }: StoreQueries,
  { surveyId, id }: { readonly surveyId: number; readonly id: number },
): Promise<void> {
  await kysely
    .updateTable("survey_mailings")
    .set({ due_at: null })
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .execute();
}

/** How many participants a mailing would go to. */
export async function countReceivers(
  { kysely }: StoreQueries,
  mailing: Pick<NewMailing, "surveyId" | "isReminder">,
): Promise<number> {
  const { count } = await receiversOf(kysely, mailing)
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The first of those to whom a mailing would go. */
export async function firstReceivers(
  { kysely }: StoreQueries,
  mailing: Pick<NewMailing, "surveyId" | "isReminder">,
  limit: number,
) {
  const rows = await receiversOf(kysely, mailing)
    .select(["p.email", "p.code", "p.name", "p.fields", languageOfRow.as("language")])
    .orderBy("p.id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, fields: fieldsIn(row.fields) }));
}

/** Of the mails of a participant, or of the account of a contact; "" when it is not known. */
const languageOfRow = sql<string>`coalesce(nullif(p.language, ''),
  (select coalesce(w.language, w.email_language) from users as w where w.id = p.user_id), '')`;

/** An address of their own, or that of the account of a contact. */
const hasAddress = sql<boolean>`(p.email <> '' or exists (select 1 from users as u
  where u.id = p.user_id and u.email is not null and u.disabled = 0 and u.bounce_status = ''))`;

function receiversOf(
  kysely: StoreQueries["kysely"],
  { surveyId, isReminder }: Pick<NewMailing, "surveyId" | "isReminder">,
) {
  return kysely
    .selectFrom("participants as p")
    .innerJoin("surveys as s", "s.id", "p.survey_id")
    .where("p.survey_id", "=", surveyId)
    .where((eb) => eb.not(eb.or([hasEndedRow, answeredByAccount])))
    .where(hasAddress)
    .where("p.mails", isReminder ? ">" : "=", 0)
    .where("p.mails", "<", mostMails)
    .where("p.refused_at", "is", null)
    .where("p.bounced_at", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("answer_claims as c")
            .select("c.once_key")
            .whereRef("c.survey_id", "=", "p.survey_id")
            .where("c.once_key", "=", participantKeyOfRow),
        ),
      ),
    );
}

/** Mails of participants that wait in the outbox at a time: others, as about a password, are never behind many. */
export const mostWaiting = 100;
/** Mails written at a time. */
const slice = 50;

/** Whether a mailing is due, without writing: most of the time none is. */
export async function isMailingDue(queries: StoreQueries): Promise<boolean> {
  return (await findDue(queries)) !== undefined && (await countWaiting(queries)) < mostWaiting;
}

/** Writes the next mails of the mailings that are due to the outbox. @returns how many were written */
export async function queueMailings(transaction: StoreQueries): Promise<number> {
  if (transaction.sendsMail !== true) return 0;
  const due = await findDue(transaction);
  if (due === undefined || (await countWaiting(transaction)) >= mostWaiting) return 0;
  const receivers = due.binnedAt === null ? await nextReceivers(transaction, due) : [];
  // Another process was faster.
  if (!(await goOn(transaction, due, receivers))) return 0;
  // Only texts are stored there.
  const texts = { ...due, translations: JSON.parse(due.translations) as MailingTexts["translations"] };
  for (const { id, email: address, userId, language, ...receiver } of receivers) {
    const { surveyId, title } = due;
    const known = { ...receiver, fields: fieldsIn(receiver.fields) };
    const facts = { surveyId, title, participantId: id, ...filledIn(textFor(texts, language), known) };
    const target = userId === null ? { address, language: language || due.language } : { userId };
    await queueMail(transaction, { kind: "survey_invitation", facts }, target);
  }
  await noteMailed(transaction, receivers);
  return receivers.length;
}

type Due = NonNullable<Awaited<ReturnType<typeof findDue>>>;

function findDue({ kysely }: StoreQueries) {
  return kysely
    .selectFrom("survey_mailings as m")
    .innerJoin("surveys as s", "s.id", "m.survey_id")
    .select(["m.id", "m.survey_id as surveyId", "m.is_reminder", "m.subject", "m.body", "m.language"])
    .select("m.translations")
    .select(["m.last_participant as last", "s.title", "s.binned_at as binnedAt", "m.due_at as dueAt"])
    .select("m.created_at as createdAt")
    .where("m.due_at", "<=", nowMs)
    .orderBy("m.due_at")
    .limit(1)
    .executeTakeFirst();
}

/** Time between two mailings made of one form that was sent twice, at most. */
const twiceMs = 10_000;

function nextReceivers({ kysely }: StoreQueries, { surveyId, is_reminder, last, dueAt, createdAt }: Due) {
  const begun = Math.max(dueAt ?? 0, createdAt);
  return (
    receiversOf(kysely, { surveyId, isReminder: is_reminder === 1 })
      .select(["p.id", "p.email", "p.user_id as userId", "p.name", "p.fields", languageOfRow.as("language")])
      .where("p.id", ">", last)
      // Who was written to since it began is not written to again by it, nor by the same form sent twice.
      .where((eb) => eb.or([eb("p.mailed_at", "is", null), eb("p.mailed_at", "<", begun - twiceMs)]))
      .orderBy("p.id")
      .limit(slice)
      .execute()
  );
}

type Receivers = Awaited<ReturnType<typeof nextReceivers>>;

/** Notes up to whom a mailing was written. @returns false when another process did */
async function goOn({ kysely }: StoreQueries, { id, last }: Due, receivers: Receivers): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable("survey_mailings")
    .set((eb) => ({
      last_participant: receivers.at(-1)?.id ?? last,
      queued: eb("queued", "+", receivers.length),
      due_at: receivers.length < slice ? null : eb.ref("due_at"),
    }))
    .where("id", "=", id)
    .where("last_participant", "=", last)
    .where("due_at", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function noteMailed({ kysely }: StoreQueries, receivers: Receivers): Promise<void> {
  if (receivers.length === 0) return;
  const ids = receivers.map(({ id }) => id);
  await kysely
    .updateTable("participants")
    .set((eb) => ({ mails: eb("mails", "+", 1), mailed_at: nowMs }))
    .where("id", "in", ids)
    .execute();
}

async function countWaiting({ kysely }: StoreQueries): Promise<number> {
  const { count } = await kysely
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("kind", "=", "survey_invitation")
    .where("due_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
