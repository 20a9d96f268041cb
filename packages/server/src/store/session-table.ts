import { sql } from "kysely";
import type { User } from "../model/user.ts";
import { nowMs, type StoreQueries } from "./queries.ts";
import { userFromRow } from "./user-table.ts";

/** A session about to be made. */
export interface NewSession {
  readonly hash: string;
  readonly userId: number;
  readonly lifetimeSeconds: number;
  /** The session that this browser had before; it ends, so that one fixed by somebody else is worth nothing. */
  readonly replaces: string | undefined;
}

/** Signs a user in. */
export async function createSession(transaction: StoreQueries, session: NewSession): Promise<void> {
  if (session.replaces !== undefined) await endSession(transaction, session.replaces);
  await transaction.kysely
    .insertInto("sessions")
    .values({
      hash: session.hash,
      user_id: session.userId,
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${session.lifetimeSeconds * 1000}`,
    })
    .execute();
}

/** Who is signed in in a session, if it still runs and the user is not disabled. */
export async function findSessionUser(queries: StoreQueries, hash: string): Promise<User | undefined> {
  const row = await queries.kysely
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .selectAll("u")
    .where("s.hash", "=", hash)
    .where("s.expires_at", ">", nowMs)
    .where("u.disabled", "=", 0)
    .executeTakeFirst();
  return row === undefined ? undefined : userFromRow(row);
}

/** Signs out of one session; consent pages that it had open end with it. */
export async function endSession(transaction: StoreQueries, hash: string): Promise<void> {
  await transaction.kysely.deleteFrom("sessions").where("hash", "=", hash).execute();
}
