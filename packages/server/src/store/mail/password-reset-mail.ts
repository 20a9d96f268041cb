import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { mailAddressKey } from "../../model/mail-address.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { untried } from "./queue-mail.ts";

/** The most accounts that one request for a new password writes to. */
const mostAccounts = 5;

/**
 * Replaces a request for a new password by a mail to each account that it names, by username or by confirmed address. Of an unknown one
 * nothing is left.
 */
export async function resolvePasswordReset(
  transaction: StoreQueries,
  { id, lease }: { readonly id: number; readonly lease: string },
): Promise<void> {
  const { kysely } = transaction;
  const request = await kysely
    .deleteFrom("mails")
    .where("id", "=", id)
    .where("lease", "=", lease)
    .where("recipient", "=", "")
    .returning(["facts", "language", "useless_at", "expires_at"])
    .executeTakeFirst();
  if (request === undefined) return;
  // It was written as such.
  const { identifier } = JSON.parse(request.facts) as { readonly identifier: string };
  for (const user of await accountsOf(transaction, identifier))
    await kysely
      .insertInto("mails")
      .values({
        ...user,
        message_id: randomUUID(),
        kind: "password_reset",
        language: user.language ?? request.language,
        facts: "{}",
        ...untried,
        useless_at: request.useless_at,
        expires_at: request.expires_at,
      })
      .execute();
}

async function accountsOf({ kysely }: StoreQueries, identifier: string) {
  return kysely
    .selectFrom("users")
    .select(["id as user_id"])
    .select((eb) => eb.fn.coalesce("language", "email_language").as("language"))
    .select((eb) => eb.ref("email").$notNull().as("recipient"))
    .where("email", "is not", null)
    .where("disabled", "=", 0)
    .where((eb) =>
      eb.or([
        eb("username", "=", identifier),
        sql<boolean>`(email is not null and lower(email) = ${mailAddressKey(identifier)})`,
      ]),
    )
    .orderBy("id")
    .limit(mostAccounts)
    .execute();
}

/** The user whom a mail about a new password is for. */
export async function findResetUser(
  { kysely }: StoreQueries,
  mailId: number,
): Promise<{ readonly userId: number; readonly username: string } | undefined> {
  return kysely
    .selectFrom("mails as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["u.id as userId", "u.username"])
    .where("m.id", "=", mailId)
    .whereRef("u.email", "=", "m.recipient")
    .executeTakeFirst();
}
