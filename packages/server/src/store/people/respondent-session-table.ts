import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import type { NewSession } from "./session-table.ts";

/** A third-party account as the pages know it on which it answers surveys. */
export interface KnownRespondent {
  readonly id: number;
  readonly nickname: string;
  /** What the application calls its user. */
  readonly openid: string;
  /** The team whose application registered the account. */
  readonly teamId: number;
  readonly applicationId: number;
}

/** Begins a session in which an account answers surveys; the one that the browser brought ends. */
export async function startRespondentSession(
  queries: StoreQueries,
  userId: number,
  { hash, lifetimeSeconds, replaces }: Pick<NewSession, "hash" | "lifetimeSeconds" | "replaces">,
): Promise<void> {
  if (replaces !== undefined) await endRespondentSession(queries, replaces);
  await queries.kysely
    .insertInto("respondent_sessions")
    .values({ hash, user_id: userId, expires_at: sql<number>`${nowMs} + ${lifetimeSeconds * 1000}` })
    .execute();
}

/** Ends a session in which an account answers surveys. */
export async function endRespondentSession({ kysely }: StoreQueries, hash: string): Promise<void> {
  await kysely.deleteFrom("respondent_sessions").where("hash", "=", hash).execute();
}

function respondents({ kysely }: StoreQueries) {
  return kysely
    .selectFrom("third_party_accounts as t")
    .innerJoin("applications as a", "a.id", "t.application_id")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.user_id as id", "u.nickname", "t.openid", "a.owner_id as teamId", "a.id as applicationId"])
    .where("a.disabled", "=", 0)
    .where("u.disabled", "=", 0);
}

/** Finds the account of a session that still runs. */
export function findSessionRespondent(
  queries: StoreQueries,
  hash: string,
): Promise<KnownRespondent | undefined> {
  return respondents(queries)
    .innerJoin("respondent_sessions as s", "s.user_id", "t.user_id")
    .where("s.hash", "=", hash)
    .where("s.expires_at", ">", nowMs)
    .executeTakeFirst();
}

/** A user as a respondent, if the user is a third-party account. */
export function findThirdPartyRespondent(
  queries: StoreQueries,
  userId: number,
): Promise<KnownRespondent | undefined> {
  return respondents(queries).where("t.user_id", "=", userId).executeTakeFirst();
}

/** An account by its id, its openid, or both. */
export interface NamedRespondent {
  readonly applicationId: number;
  readonly userId: number | undefined;
  readonly openid: string | undefined;
}

/** Finds an account of an application whom an answer names; undefined for one that is disabled, too. */
export function findNamedRespondent(
  queries: StoreQueries,
  { applicationId, userId, openid }: NamedRespondent,
): Promise<KnownRespondent | undefined> {
  return respondents(queries)
    .where("t.application_id", "=", applicationId)
    .$if(userId !== undefined, (query) => query.where("t.user_id", "=", userId ?? 0))
    .$if(openid !== undefined, (query) => query.where("t.openid", "=", openid ?? ""))
    .executeTakeFirst();
}
