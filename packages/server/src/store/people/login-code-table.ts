import { sql } from "kysely";
import { recordAudit } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { startRespondentSession } from "./respondent-session-table.ts";
import { startSession, type NewSession } from "./session-table.ts";
import { userLock } from "../statements/locks.ts";

/** How long a login code is valid. */
const codeMilliseconds = 60_000;

/** As what a login code signs an account in. */
export type LoginScene = "respondent" | "user";

/** A code about to be issued to an application for one of its accounts. */
export interface NewLoginCode {
  readonly hash: string;
  readonly applicationId: number;
  readonly userId: number;
  readonly scene: LoginScene;
}

/** Issues a code. @returns false when the application has no such account, or it is disabled */
export async function createLoginCode(
  { kysely }: StoreQueries,
  { hash, applicationId, userId, scene }: NewLoginCode,
): Promise<boolean> {
  const account = await kysely
    .selectFrom("third_party_accounts as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select("u.id")
    .where("t.application_id", "=", applicationId)
    .where("t.user_id", "=", userId)
    .where("u.disabled", "=", 0)
    .executeTakeFirst();
  if (account === undefined) return false;
  const expiresAt = sql<number>`${nowMs} + ${sql.lit(codeMilliseconds)}`;
  await kysely
    .insertInto("login_codes")
    .values({ hash, user_id: userId, scene, expires_at: expiresAt })
    .execute();
  return true;
}

/** What a browser brings: a code, and the application that it says it is from. */
export interface PresentedCode {
  readonly hash: string;
  readonly appid: string;
}

/** Whom a valid code signs in. */
export interface LoginCode {
  readonly userId: number;
  readonly username: string;
  readonly nickname: string;
  readonly openid: string;
  readonly scene: LoginScene;
  readonly applicationId: number;
  readonly applicationName: string;
  /** The team whose application it is. */
  readonly teamId: number;
}

/** Finds a code that can still be used. It stays usable: only {@link signInWithCode} uses it up. */
export function findLoginCode(
  { kysely }: StoreQueries,
  { hash, appid }: PresentedCode,
): Promise<LoginCode | undefined> {
  return (
    kysely
      .selectFrom("login_codes as c")
      .innerJoin("third_party_accounts as t", "t.user_id", "c.user_id")
      .innerJoin("applications as a", "a.id", "t.application_id")
      .innerJoin("users as u", "u.id", "c.user_id")
      .innerJoin("teams as o", "o.id", "a.owner_id")
      .select(["c.user_id as userId", "c.scene", "u.username", "u.nickname", "t.openid"])
      .select(["a.id as applicationId", "a.name as applicationName", "a.owner_id as teamId"])
      .where("c.hash", "=", hash)
      .where("c.expires_at", ">", nowMs)
      // A code of one application is none of another (RFC 6749, section 4.1.3, for authorization codes).
      .where("a.appid", "=", appid)
      .where("a.disabled", "=", 0)
      .where("u.disabled", "=", 0)
      // As a team token: the plan includes the interface, or not.
      .where("o.plan", "=", "premium")
      .executeTakeFirst()
  );
}

/** A sign-in with a code. */
export interface CodeSignIn extends PresentedCode {
  readonly session: Omit<NewSession, "username" | "passwordHash">;
  /** The network address of the request. */
  readonly address: string;
  /** Of the user whose code it is. */
  readonly username: string;
}

/**
 * Uses up a code and begins the session that it is for. Of several that bring the same code at once, one gets a session.
 *
 * @returns undefined when the code is not, or no longer, valid
 */
export async function signInWithCode(
  transaction: StoreQueries,
  { session, address, ...presented }: CodeSignIn,
): Promise<LoginCode | undefined> {
  const code = await findLoginCode(transaction, presented);
  if (code === undefined || !(await useUp(transaction, presented.hash))) return undefined;
  if (code.scene === "respondent") {
    await startRespondentSession(transaction, code.userId, session);
    return code;
  }
  if (!(await startUnconfirmedSession(transaction, code, session))) return undefined;
  const { userId, username } = code;
  const actor = { userId, username, address };
  const target = { kind: "user", name: username } as const;
  await recordAudit(transaction, { actor, action: "third_party_account.signed_in", target });
  return code;
}
signInWithCode.locks = ({ username }: CodeSignIn) => [userLock(username)];

/** A delete that returns the row decides: who deletes it has used it. */
async function useUp({ kysely }: StoreQueries, hash: string): Promise<boolean> {
  const used = await kysely
    .deleteFrom("login_codes")
    .where("hash", "=", hash)
    .returning("hash")
    .executeTakeFirst();
  return used !== undefined;
}

/** No password was given, so that nothing that asks for a step-up can be done in this session. */
async function startUnconfirmedSession(
  transaction: StoreQueries,
  { username }: LoginCode,
  session: CodeSignIn["session"],
): Promise<boolean> {
  const isStarted = await startSession(transaction, { ...session, username, passwordHash: "" });
  await transaction.kysely
    .updateTable("sessions")
    .set({ confirmed_at: 0 })
    .where("hash", "=", session.hash)
    .execute();
  return isStarted;
}
