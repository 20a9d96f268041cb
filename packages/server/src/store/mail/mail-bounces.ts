import { isLeaseFree, leasedFor } from "../statements/lease.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** A mail that an address did not take. */
export interface Bounce {
  readonly userId: number | null;
  readonly participantId: number | null;
  readonly recipient: string;
  /** Status code of RFC 3463, such as 5.1.1. */
  readonly status: string;
}

/** Marks whom a mail was for: participants get no more mails, and users no notices until they confirm an address again. */
export async function noteBounce(
  { kysely }: StoreQueries,
  { userId, participantId, recipient, status }: Bounce,
): Promise<void> {
  if (participantId !== null)
    await kysely
      .updateTable("participants")
      .set({ bounced_at: nowMs, bounce_status: status })
      .where("id", "=", participantId)
      .where("bounced_at", "is", null)
      .execute();
  if (userId !== null)
    await kysely
      .updateTable("users")
      .set({ bounce_status: status })
      .where("id", "=", userId)
      // Meanwhile the user may have another address.
      .where("email", "=", recipient)
      .execute();
}

/** The Message-ID of a mail that may come back. @returns undefined when there is no such mail any more */
export async function findMessageId({ kysely }: StoreQueries, id: number): Promise<string | undefined> {
  const mail = await kysely
    .selectFrom("mails")
    .select("message_id as messageId")
    .where("id", "=", id)
    .executeTakeFirst();
  return mail?.messageId;
}

/** Notes that a mail came back, once. @returns false when that is known, or the mail was not handed over */
export async function noteReturnedMail(
  transaction: StoreQueries,
  { id, status }: { readonly id: number; readonly status: string },
): Promise<boolean> {
  const mail = await transaction.kysely
    .updateTable("mails")
    .set({ state: "failed", problem: `came back: ${status}`, due_at: null, facts: "{}" })
    .where("id", "=", id)
    // The report may be faster than the reply to what it is about.
    .where("state", "in", ["accepted", "handing_over"])
    .returning(["user_id as userId", "participant_id as participantId", "recipient"])
    .executeTakeFirst();
  if (mail === undefined) return false;
  await noteBounce(transaction, { ...mail, status });
  return true;
}

/** For how long a process has the mailbox for itself, and how often it is read at most. */
export const readingLeaseMilliseconds = 120_000;

/** Whether the mailbox of bounces is to be read, without writing. */
export async function isReadingDue({ kysely }: StoreQueries): Promise<boolean> {
  const due = await kysely
    .selectFrom("mail_server")
    .select("id")
    .where(isLeaseFree("bounces_due_at"))
    .executeTakeFirst();
  return due !== undefined;
}

/** Takes the mailbox of bounces. @returns false when another process has it, or had it just now */
export async function takeReading({ kysely }: StoreQueries): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable("mail_server")
    .set({ bounces_due_at: leasedFor(readingLeaseMilliseconds) })
    .where(isLeaseFree("bounces_due_at"))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
