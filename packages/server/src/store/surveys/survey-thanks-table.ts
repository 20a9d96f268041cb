import { sql } from "kysely";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { type MailReceiver, queueMail } from "../mail/queue-mail.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { participantKeyOfRow } from "./participant-table.ts";

/** Whether participants of a survey get a copy of their answer, and who says so. */
export interface ThanksChange {
  readonly surveyId: number;
  readonly isOn: boolean;
  /** Of who says so. */
  readonly language: string;
  readonly actor: Actor;
}

/** Whether participants of a survey get a copy of their answer by mail. */
export async function sendsThanks({ kysely }: StoreQueries, surveyId: number): Promise<boolean> {
  const row = await kysely
    .selectFrom("survey_thanks")
    .select("survey_id")
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Begins or ends sending copies of answers. It begins with the answers from now on. */
export async function setThanks(
  transaction: StoreQueries,
  { surveyId, isOn, language, actor }: ThanksChange,
): Promise<void> {
  const { kysely } = transaction;
  if ((await sendsThanks(transaction, surveyId)) === isOn) return;
  if (isOn)
    await kysely
      .insertInto("survey_thanks")
      .columns(["survey_id", "language", "seen_serial"])
      .expression(
        kysely
          .selectFrom("surveys")
          .select("id")
          .select(sql<string>`cast(${language} as text)`.as("language"))
          .select("answer_serial")
          .where("id", "=", surveyId)
          .where("binned_at", "is", null),
      )
      .execute();
  else await kysely.deleteFrom("survey_thanks").where("survey_id", "=", surveyId).execute();
  const target = { kind: "survey", name: String(surveyId) } as const;
  const after = { copies_by_mail: isOn };
  await recordAudit(transaction, { actor, action: "survey.settings_changed", target, after });
}

/** Answers whose mails are written at a time. */
const slice = 50;

/** A survey with answers of which no mails were written yet. */
export interface DueThanks {
  readonly surveyId: number;
  readonly title: string;
  readonly language: string;
  readonly seen: number;
}

/** A survey whose participants are to get copies of their answers; undefined when there is none. */
export async function dueThanks({ kysely }: StoreQueries): Promise<DueThanks | undefined> {
  return kysely
    .selectFrom("survey_thanks as t")
    .innerJoin("surveys as s", "s.id", "t.survey_id")
    .select(["s.id as surveyId", "s.title", "t.language", "t.seen_serial as seen"])
    .where("s.binned_at", "is", null)
    .whereRef("s.answer_serial", ">", "t.seen_serial")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Writes the mails of the next answers to the outbox, and that they were written: once, whichever of several processes does it. Answers of
 * others than participants, and of participants without an address, have none.
 */
export async function queueThanks(
  transaction: StoreQueries,
  { surveyId, title, language, seen }: DueThanks,
): Promise<void> {
  const { kysely } = transaction;
  const answers = await kysely
    .selectFrom("answers as a")
    .leftJoin("participants as p", (join) =>
      join.onRef("p.survey_id", "=", "a.survey_id").on("a.once_key", "=", participantKeyOfRow),
    )
    .select(["a.answer_id as answerId", "a.language as answered", "p.id", "p.email", "p.language"])
    .select("p.user_id as userId")
    .where("a.survey_id", "=", surveyId)
    .where("a.answer_id", ">", seen)
    .orderBy("a.answer_id")
    .limit(slice)
    .execute();
  if (!(await goOn(transaction, { surveyId, seen }, answers.at(-1)?.answerId))) return;
  for (const { answerId, id, ...receiver } of answers) {
    const target = receiverOf(receiver, language);
    if (id === null || target === undefined) continue;
    await queueMail(
      transaction,
      { kind: "survey_thanks", facts: { surveyId, title, participantId: id, answerId } },
      target,
    );
  }
}

interface Thanked {
  readonly email: string | null;
  readonly userId: number | null;
  /** Of their mails. */
  readonly language: string | null;
  /** In which they answered. */
  readonly answered: string;
}

/** @param usual language of mails; undefined for no address */
function receiverOf({ email, userId, language, answered }: Thanked, usual: string): MailReceiver | undefined {
  if (userId !== null) return { userId };
  return email ? { address: email, language: language || answered || usual } : undefined;
}

/** Notes up to which answer mails were written. Without one of them left, all were deleted. @returns false when another process did */
async function goOn(
  { kysely }: StoreQueries,
  { surveyId, seen }: Pick<DueThanks, "surveyId" | "seen">,
  last: number | undefined,
): Promise<boolean> {
  const newest = kysely
    .selectFrom("surveys")
    .select("answer_serial")
    .where("id", "=", surveyId)
    .where("binned_at", "is", null);
  const { numUpdatedRows } = await kysely
    .updateTable("survey_thanks")
    .set({ seen_serial: last ?? sql<number>`(${newest})` })
    .where("survey_id", "=", surveyId)
    .where("seen_serial", "=", seen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
