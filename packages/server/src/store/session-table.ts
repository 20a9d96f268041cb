import { runSteps } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { Refusal } from "./refusal.ts";
import { forgetAttempt, takeDelayedAttempt } from "./sign-in-delay-table.ts";
import { rememberDevice } from "./device-table.ts";
import { forgetCount, takeFromEach, type Bucket } from "./rate-limit-table.ts";
import type { User } from "../model/user.ts";
import { nowMs, prepare, type StoreQueries } from "./queries.ts";
import { userFromRow } from "./user-table.ts";

/** Where an attempt to sign in is counted. */
export interface CountedAttempt {
  /** The first one is forgotten when the attempt succeeds. */
  readonly buckets: readonly [Bucket, ...Bucket[]];
  /** The username over all addresses; absent for a recognised browser. */
  readonly nameKey?: string;
}

/** Counts an attempt, before its password is checked. @returns the refusal when there were too many */
export async function takeSignInAttempt(
  transaction: StoreQueries,
  { buckets, nameKey }: CountedAttempt,
): Promise<Refusal | undefined> {
  const refusal = await runSteps(transaction, takeFromEach(buckets));
  if (refusal !== undefined || nameKey === undefined) return refusal;
  return takeDelayedAttempt(transaction, nameKey);
}

/** A session about to begin. */
export interface NewSession {
  readonly hash: string;
  readonly username: string;
  /** The stored form that the password was checked against. */
  readonly passwordHash: string;
  readonly lifetimeSeconds: number;
  /** The session that this browser had before; it ends, so that a planted one has no effect (session fixation). */
  readonly replaces: string | undefined;
  /** What the browser is recognised by from now on, and was before. */
  readonly device?: { readonly hash: string; readonly replaces: string | undefined };
  /** The attempt that led here; it no longer counts. */
  readonly attempt?: CountedAttempt;
}

const insertSession = prepare<
  Pick<NewSession, "hash" | "username" | "passwordHash"> & { readonly lifetimeMilliseconds: number }
>()((db, param) =>
  db
    .insertInto("sessions")
    .columns(["hash", "user_id", "created_at", "expires_at"])
    .expression(
      db
        .selectFrom("users")
        .select([sql<string>`cast(${param("hash")} as text)`.as("hash"), "id", nowMs.as("created_at")])
        .select(sql<number>`${nowMs} + ${param("lifetimeMilliseconds")}`.as("expires_at"))
        .where("username", "=", param("username"))
        .where("password_hash", "=", param("passwordHash"))
        .where("disabled", "=", 0),
    )
    .returning("hash"),
);

/**
 * Begins a session, if the password is still the one that was checked and the user is not disabled: checking takes
 * time, and a session must not begin after a change that would have ended it. The user's lock has to be held.
 *
 * @returns whether it began
 */
export async function startSession(
  transaction: StoreQueries,
  { replaces, device, attempt, ...session }: NewSession,
): Promise<boolean> {
  const lifetimeMilliseconds = session.lifetimeSeconds * 1000;
  const [started] = await transaction.run(insertSession, { ...session, lifetimeMilliseconds });
  if (started === undefined) return false;
  if (replaces !== undefined) await endSession(transaction, replaces);
  if (device !== undefined) await rememberDevice(transaction, { ...device, username: session.username });
  if (attempt !== undefined) await forgetSignInAttempt(transaction, attempt);
  return true;
}

async function forgetSignInAttempt(
  transaction: StoreQueries,
  { buckets: [first], nameKey }: CountedAttempt,
): Promise<void> {
  await runSteps(transaction, forgetCount(first.key));
  if (nameKey !== undefined) await forgetAttempt(transaction, nameKey);
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
