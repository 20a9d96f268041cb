import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { userLock } from "../statements/locks.ts";

/** A session as its user sees it in the list. */
export interface ListedSession {
  readonly hash: string;
  readonly userAgent: string;
  readonly network: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

/** Most sessions that are listed; there are about as many as browsers, unless programs sign in. */
const listedMaximum = 1000;

/** The sessions of a user that run, the one that was used last first. */
export function listSessions({ kysely }: StoreQueries, userId: number): Promise<readonly ListedSession[]> {
  return kysely
    .selectFrom("sessions")
    .select(["hash", "user_agent as userAgent", "network"])
    .select(["created_at as createdAt", "last_seen_at as lastSeenAt"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", nowMs)
    .orderBy("last_seen_at", "desc")
    .orderBy("hash")
    .limit(listedMaximum)
    .execute();
}

/** One session of a user. */
interface OwnSession {
  readonly userId: number;
  readonly hash: string;
}

/** Ends one session of a user. @returns false when the user has none such */
export async function endOwnSession(
  transaction: StoreQueries,
  { userId, hash }: OwnSession,
  actor: Actor,
): Promise<boolean> {
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom("sessions")
    .where("hash", "=", hash)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await auditEnd(transaction, actor, 1);
  return true;
}

/** Ends every session of a user but one. @returns how many ended */
export async function endOtherSessions(
  transaction: StoreQueries,
  { userId, hash }: OwnSession,
  actor: Actor,
): Promise<number> {
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("hash", "!=", hash)
    .executeTakeFirst();
  const ended = Number(numDeletedRows);
  if (ended > 0) await auditEnd(transaction, actor, ended);
  return ended;
}
endOtherSessions.locks = (_: unknown, { username }: Actor) => [userLock(username)];

async function auditEnd(transaction: StoreQueries, actor: Actor, sessions: number): Promise<void> {
  const target = { kind: "user", name: actor.username } as const;
  await recordAudit(transaction, { actor, action: "sessions.ended", target, after: { sessions } });
}
