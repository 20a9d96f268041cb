import { sql } from "kysely";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** For how long an address can be confirmed. */
const confirmationMilliseconds = 3_600_000;

/** The address of a user, and one that still has to be confirmed. */
export interface UserEmail {
  readonly email: string | null;
  readonly unconfirmed: string | undefined;
  /** The status code with which a mail to the address came back; "" for none. */
  readonly bounceStatus: string;
}

/** Reads where the platform writes to a user. */
export async function findEmail({ kysely }: StoreQueries, userId: number): Promise<UserEmail> {
  const row = await kysely
    .selectFrom("users as u")
    .leftJoin("email_confirmations as c", (join) =>
      join.onRef("c.user_id", "=", "u.id").on("c.expires_at", ">", nowMs),
    )
    .select(["u.email", "u.bounce_status as bounceStatus", "c.address"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
  const { email = null, address, bounceStatus = "" } = row ?? {};
  return { email, unconfirmed: address ?? undefined, bounceStatus };
}

/** An address that a user entered. */
export interface EmailChange {
  readonly hash: string;
  readonly token: string;
  readonly userId: number;
  readonly username: string;
  readonly address: string;
  readonly language: string;
}

/** Keeps an address until it is confirmed, and writes its link to it. An earlier link of the user no longer works. */
export async function beginEmailChange(
  transaction: StoreQueries,
  { hash, token, userId, username, address, language }: EmailChange,
): Promise<void> {
  await transaction.kysely.deleteFrom("email_confirmations").where("user_id", "=", userId).execute();
  await transaction.kysely
    .insertInto("email_confirmations")
    .values({
      hash,
      user_id: userId,
      address,
      language,
      expires_at: sql<number>`${nowMs} + ${sql.lit(confirmationMilliseconds)}`,
    })
    .execute();
  const content = { kind: "address_confirmation", facts: { token, username } } as const;
  await queueMail(transaction, content, { address, language });
}

/** Finds what a link confirms. Only the user who entered the address can use it. */
export async function findEmailConfirmation(
  { kysely }: StoreQueries,
  { hash, userId }: { readonly hash: string; readonly userId: number },
) {
  return kysely
    .selectFrom("email_confirmations")
    .select(["address", "language"])
    .where("hash", "=", hash)
    .where("user_id", "=", userId)
    .where("expires_at", ">", nowMs)
    .executeTakeFirst();
}

/** Confirms an address, and tells the one before it. @returns false when the link cannot be used */
export async function confirmEmail(
  transaction: StoreQueries,
  link: { readonly hash: string; readonly userId: number },
  actor: Actor,
): Promise<boolean> {
  const found = await findEmailConfirmation(transaction, link);
  if (found === undefined) return false;
  const { kysely } = transaction;
  const { numDeletedRows } = await kysely
    .deleteFrom("email_confirmations")
    .where("hash", "=", link.hash)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await tellOldAddress(transaction, link.userId, actor.username);
  await kysely
    .updateTable("users")
    .set({ email: found.address, email_language: found.language, bounce_status: "" })
    .where("id", "=", link.userId)
    .execute();
  await recordEmail(transaction, actor, "email.changed");
  return true;
}

/** Forgets the address of a user, who then gets no mails, and tells that address. */
export async function removeEmail(
  transaction: StoreQueries,
  { userId }: { readonly userId: number },
  actor: Actor,
): Promise<void> {
  await tellOldAddress(transaction, userId, actor.username);
  const { kysely } = transaction;
  await kysely.deleteFrom("email_confirmations").where("user_id", "=", userId).execute();
  await kysely
    .updateTable("users")
    .set({ email: null, bounce_status: "" })
    .where("id", "=", userId)
    .execute();
  await recordEmail(transaction, actor, "email.removed");
}

async function tellOldAddress(transaction: StoreQueries, userId: number, username: string): Promise<void> {
  await queueMail(transaction, { kind: "address_changed", facts: { username } }, { userId });
}

/** The audit log keeps no address: its entries are never deleted. */
function recordEmail(transaction: StoreQueries, actor: Actor, action: string): Promise<void> {
  return recordAudit(transaction, { actor, action, target: { kind: "user", name: actor.username } });
}
