import { runSteps } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { Refusal } from "../statements/refusal.ts";
import { forgetAttempt, claimDelayedAttempt } from "./sign-in-delay-table.ts";
import { isDeviceOf, rememberDevice } from "./device-table.ts";
import { forgetCount, consumeTokens, type Bucket } from "../installation/rate-limit-table.ts";
import type { User } from "../../model/user.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowMs, prepare, type StoreQueries } from "../statements/queries.ts";
import { userFromRow } from "./user-table.ts";
import { userLock } from "../statements/locks.ts";

/** Where an attempt to sign in is counted. */
export interface RecordedAttempt {
  /** The first one is forgotten when the attempt succeeds. */
  readonly buckets: readonly [Bucket, ...Bucket[]];
  /** The username over all addresses; absent for a recognised browser. */
  readonly nameKey?: string;
}

/** Counts an attempt, before its password is checked. @returns the refusal when there were too many */
export async function recordSignInAttempt(
  transaction: StoreQueries,
  { buckets, nameKey }: RecordedAttempt,
): Promise<Refusal | undefined> {
  const refusal = await runSteps(transaction, consumeTokens(buckets));
  if (refusal !== undefined || nameKey === undefined) return refusal;
  return claimDelayedAttempt(transaction, nameKey);
}

/** The browser of a session. */
export interface SessionClient {
  readonly userAgent: string;
  /** The network that its request came from. */
  readonly network: string;
}

/** How long after the password was given no step-up is needed. */
const stepUpMilliseconds = 600_000;
/** The use of a session is noted this long after the last time, and not with every page. */
const useNotedMilliseconds = 300_000;

/** A session about to begin. */
export interface NewSession {
  readonly hash: string;
  readonly username: string;
  /** The stored form that the password was checked against. */
  readonly passwordHash: string;
  readonly lifetimeSeconds: number;
  /** The session that this browser had before; it ends, so that a planted one has no effect (session fixation). */
  readonly replaces: string | undefined;
  /** What the user recognises the session by in a list. */
  readonly client?: SessionClient;
  /** What the browser is recognised by from now on, and was before. */
  readonly device?: { readonly hash: string; readonly replaces: string | undefined };
  /** The attempt that led here; it no longer counts. */
  readonly attempt?: RecordedAttempt;
}

const insertSession = prepare<
  Pick<NewSession, "hash" | "username" | "passwordHash"> &
    SessionClient & { readonly lifetimeMilliseconds: number }
>()((db, param) =>
  db
    .insertInto("sessions")
    .columns([
      "hash",
      "user_id",
      "created_at",
      "expires_at",
      "last_seen_at",
      "confirmed_at",
      "user_agent",
      "network",
    ])
    .expression(
      db
        .selectFrom("users")
        .select([sql<string>`cast(${param("hash")} as text)`.as("hash"), "id", nowMs.as("created_at")])
        .select(sql<number>`${nowMs} + ${param("lifetimeMilliseconds")}`.as("expires_at"))
        .select([nowMs.as("last_seen_at"), nowMs.as("confirmed_at")])
        .select(sql<string>`cast(${param("userAgent")} as text)`.as("user_agent"))
        .select(sql<string>`cast(${param("network")} as text)`.as("network"))
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
  { replaces, device, attempt, client = { userAgent: "", network: "" }, ...session }: NewSession,
): Promise<boolean> {
  const lifetimeMilliseconds = session.lifetimeSeconds * 1000;
  const [started] = await transaction.run(insertSession, { ...session, ...client, lifetimeMilliseconds });
  if (started === undefined) return false;
  if (replaces !== undefined) await endSession(transaction, replaces);
  if (device !== undefined) {
    await reportNewBrowser(transaction, { ...device, ...client, username: session.username });
    await rememberDevice(transaction, { ...device, username: session.username });
  }
  if (attempt !== undefined) await forgetSignInAttempt(transaction, attempt);
  return true;
}
startSession.locks = ({ username }: NewSession) => [userLock(username)];

/** Writes to a user who has signed in from a browser that the platform does not know as one of the user's. */
async function reportNewBrowser(
  transaction: StoreQueries,
  {
    username,
    replaces,
    userAgent,
    network,
  }: SessionClient & { readonly username: string; readonly replaces: string | undefined },
): Promise<void> {
  if (transaction.sendsMail !== true) return;
  if (replaces !== undefined && (await isDeviceOf(transaction, { hash: replaces, username }))) return;
  const { id } = await transaction.kysely
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  const content = { kind: "new_browser", facts: { username, userAgent, network } } as const;
  await queueMail(transaction, content, { userId: id });
}

/** Takes an attempt out of the count: it was the user's own. */
export async function forgetSignInAttempt(
  transaction: StoreQueries,
  { buckets: [first], nameKey }: RecordedAttempt,
): Promise<void> {
  await runSteps(transaction, forgetCount(first.key));
  if (nameKey !== undefined) await forgetAttempt(transaction, nameKey);
}

/** A session that still runs. */
export interface RunningSession {
  readonly user: User;
  /** Whether the user gave the password within the time for which a step-up counts. */
  readonly isRecentlyConfirmed: boolean;
  /** When the user last gave the password, or another proof, in milliseconds. */
  readonly confirmedAt: number;
  /** How long ago that is, in milliseconds of the database's clock; negative when that was set back since. */
  readonly confirmedAgo: number;
  /** Whether its last use was noted shortly before. */
  readonly isUseNoted: boolean;
}

const runningSession = prepare<{ readonly hash: string }>()((db, param) =>
  db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select(["u.id", "u.username", "u.nickname", "u.avatar", "u.administrator", "u.disabled"])
    .select(["u.language", "u.time_zone", "s.confirmed_at as confirmedAt"])
    .select(sql<number>`${nowMs} - s.confirmed_at`.as("confirmedAgo"))
    .select([
      // A time in the future is from a clock that was set back since, and counts as none.
      sql<number>`case when s.confirmed_at between ${nowMs} - ${sql.lit(stepUpMilliseconds)} and ${nowMs} then 1 else 0 end`.as(
        "confirmed",
      ),
      sql<number>`case when s.last_seen_at > ${nowMs} - ${sql.lit(useNotedMilliseconds)} then 1 else 0 end`.as(
        "noted",
      ),
    ])
    .where("s.hash", "=", param("hash"))
    .where("s.expires_at", ">", nowMs)
    .where("u.disabled", "=", 0),
);

/** A session with its user, if it still runs and the user is not disabled. */
export async function findSession(queries: StoreQueries, hash: string): Promise<RunningSession | undefined> {
  const [row] = await queries.run(runningSession, { hash });
  return (
    row && {
      user: userFromRow(row),
      isRecentlyConfirmed: row.confirmed === 1,
      confirmedAt: row.confirmedAt,
      confirmedAgo: row.confirmedAgo,
      isUseNoted: row.noted === 1,
    }
  );
}

/** Notes that a session was used just now, and from where. */
export async function recordSessionUse(
  transaction: StoreQueries,
  { hash, network }: { readonly hash: string; readonly network: string },
): Promise<void> {
  await transaction.kysely
    .updateTable("sessions")
    .set({ last_seen_at: nowMs, network })
    .where("hash", "=", hash)
    .execute();
}

/**
 * Notes that the user of a session gave the password again, if it is still the one that was checked.
 *
 * @returns whether the session runs and the password is still that one
 */
export async function confirmSession(
  transaction: StoreQueries,
  { hash, passwordHash, attempt }: SessionConfirmation,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("sessions")
    .set({ confirmed_at: nowMs })
    .where("hash", "=", hash)
    .where("expires_at", ">", nowMs)
    .where("user_id", "in", (eb) =>
      eb.selectFrom("users").select("id").where("password_hash", "=", passwordHash).where("disabled", "=", 0),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await forgetSignInAttempt(transaction, attempt);
  return true;
}
confirmSession.locks = ({ username }: SessionConfirmation) => [userLock(username)];

/** A session whose user gave the password again. */
export interface SessionConfirmation {
  readonly hash: string;
  readonly username: string;
  /** The stored form that the password was checked against. */
  readonly passwordHash: string;
  readonly attempt: RecordedAttempt;
}

/** Signs out of one session; consent pages that it had open end with it. */
export async function endSession(transaction: StoreQueries, hash: string): Promise<void> {
  await transaction.kysely.deleteFrom("sessions").where("hash", "=", hash).execute();
}
