import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type MailContent, topicOf, usefulMilliseconds } from "../../model/mail.ts";
import { mailAddressKey } from "../../model/mail-address.ts";
import { hashToken } from "../../model/token.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** How long the outbox keeps the outcome for a mail. */
const keptMilliseconds = 30 * 86_400_000;

/** Whom a mail is for: a user, at the confirmed address and in the user's language, or somebody at an address. */
export type MailReceiver =
  | { readonly userId: number }
  | { readonly address: string; readonly language: string };

/**
 * Writes a mail to the outbox, in the transaction that causes it: neither exists without the other. Without a mail server, without an
 * address, and for a receiver who unsubscribed, nothing is written.
 *
 * @returns whether it was written
 */
export async function queueMail(
  transaction: StoreQueries,
  content: MailContent,
  receiver: MailReceiver,
): Promise<boolean> {
  if (transaction.sendsMail !== true) return false;
  const topic = topicOf(content);
  const found = "userId" in receiver ? await addressOfUser(transaction, receiver.userId, topic) : receiver;
  if (found === undefined || (await isRefused(transaction, found.address, topic))) return false;
  const userId = "userId" in receiver ? receiver.userId : null;
  await insertMail(transaction, content, { ...found, userId });
  return true;
}

/**
 * Writes that somebody asked for a new password: an account that does not exist takes the same statements as one that
 * does, so that neither the page nor its time says which it is. The receiver is looked up when the mail is due.
 */
export async function queuePasswordReset(
  transaction: StoreQueries,
  { identifier, language }: { readonly identifier: string; readonly language: string },
): Promise<void> {
  if (transaction.sendsMail !== true) return;
  const content = { kind: "password_reset", facts: { identifier } } as const;
  await insertMail(transaction, content, { address: "", language, userId: null });
}

/** An address from which mails come back gets none that have a topic: security notices are still tried. */
async function addressOfUser({ kysely }: StoreQueries, userId: number, topic: string | undefined) {
  const user = await kysely
    .selectFrom("users")
    .select(["email", "language", "email_language as emailLanguage"])
    .where("id", "=", userId)
    .where("disabled", "=", 0)
    .$if(topic !== undefined, (query) => query.where("bounce_status", "=", ""))
    .executeTakeFirst();
  if (user === undefined || user.email === null) return undefined;
  return { address: user.email, language: user.language ?? user.emailLanguage ?? "en" };
}

async function isRefused(
  { kysely }: StoreQueries,
  address: string,
  topic: string | undefined,
): Promise<boolean> {
  if (topic === undefined) return false;
  const refusal = await kysely
    .selectFrom("mail_refusals")
    .select("topic")
    .where("address_hash", "=", hashToken(mailAddressKey(address)))
    .where("topic", "=", topic)
    .executeTakeFirst();
  return refusal !== undefined;
}

interface MailTarget {
  readonly address: string;
  readonly language: string;
  readonly userId: number | null;
}

/** The state of a mail before it is handed over for the first time. */
export const untried = {
  state: "waiting",
  attempts: 0,
  due_at: nowMs,
  lease: "",
  leased_until: 0,
  handed_at: 0,
  problem: "",
  created_at: nowMs,
} as const;

async function insertMail(
  { kysely }: StoreQueries,
  content: MailContent,
  { address, language, userId }: MailTarget,
): Promise<void> {
  const { kind, facts } = content;
  await kysely
    .insertInto("mails")
    .values({
      message_id: randomUUID(),
      kind,
      user_id: userId,
      participant_id: participantOf(content),
      recipient: address,
      language,
      facts: JSON.stringify(facts),
      ...untried,
      useless_at: sql<number>`${nowMs} + ${sql.lit(usefulMilliseconds(kind))}`,
      expires_at: sql<number>`${nowMs} + ${sql.lit(keptMilliseconds)}`,
    })
    .execute();
}

function participantOf({ kind, facts }: MailContent): number | null {
  return kind === "survey_invitation" || kind === "survey_thanks" ? (facts.participantId ?? null) : null;
}
