import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { authorizationRequestSeconds } from "./authorization-request-table.ts";

/** How long an application has to send the user with what it pushed (RFC 9126, section 2.2). */
export const pushedRequestSeconds = 90;

/** What an application pushes. */
export interface NewPushedRequest {
  /** Of the part of `request_uri` that was made for it. */
  readonly hash: string;
  /** Null for a client that has no row. */
  readonly applicationId: number | null;
  readonly clientId: string;
  /** Every parameter, as a query. */
  readonly parameters: string;
}

/** Stores what an application pushed, before any user is there. */
export async function createPushedRequest(
  { kysely }: StoreQueries,
  { hash, applicationId, clientId, parameters }: NewPushedRequest,
): Promise<void> {
  await kysely
    .insertInto("authorization_requests")
    .values({
      hash,
      session_hash: null,
      user_id: null,
      application_id: applicationId,
      client_id: clientId,
      // It is no page that could be decided about.
      redirect_uri: "",
      scope: "",
      state: null,
      code_challenge: null,
      nonce: null,
      auth_time: null,
      response_mode: null,
      pushed: parameters,
      device_code_hash: null,
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${pushedRequestSeconds * 1000}`,
      decision: null,
    })
    .execute();
}

/** Which pushed request a browser opens. */
export interface PushedRequest {
  readonly hash: string;
  readonly clientId: string;
  /** Undefined before the user has signed in. */
  readonly sessionHash: string | undefined;
}

/** What an application has pushed. */
export interface OpenedRequest {
  readonly parameters: string;
  /** Milliseconds since then. */
  readonly pushedAgo: number;
}

/**
 * Opens what an application pushed: from then on the user has as long as with any other consent page, signing in included.
 *
 * @returns undefined when it has expired, is of another client, or was opened in another session
 */
export async function openPushedRequest(
  { kysely }: StoreQueries,
  { hash, clientId, sessionHash }: PushedRequest,
): Promise<OpenedRequest | undefined> {
  const opened = await kysely
    .updateTable("authorization_requests")
    .set({ expires_at: sql<number>`created_at + ${authorizationRequestSeconds * 1000}` })
    .where("hash", "=", hash)
    .where("client_id", "=", clientId)
    .where("pushed", "is not", null)
    .where("expires_at", ">", nowMs)
    .where(sql<boolean>`coalesce(session_hash, ${sessionHash ?? ""}) = ${sessionHash ?? ""}`)
    .returning(["pushed as parameters", sql<number>`${nowMs} - created_at`.as("pushedAgo")])
    .executeTakeFirst();
  if (opened === undefined || opened.parameters === null) return undefined;
  return { parameters: opened.parameters, pushedAgo: opened.pushedAgo };
}

/** Binds it to the session in which a user is asked: it is for one use (RFC 9126, section 4). @returns false when another one was first */
export async function bindPushedRequest(
  { kysely }: StoreQueries,
  { hash, sessionHash }: { readonly hash: string; readonly sessionHash: string },
): Promise<boolean> {
  const bound = await kysely
    .updateTable("authorization_requests")
    .set({ session_hash: sessionHash })
    .where("hash", "=", hash)
    .where(sql<boolean>`coalesce(session_hash, ${sessionHash}) = ${sessionHash}`)
    .returning("hash")
    .executeTakeFirst();
  return bound !== undefined;
}

/**
 * Lets the pushed requests that are open in a session be opened in another one: their user goes on as somebody else. They end with the
 * session otherwise.
 */
export async function releasePushedRequests({ kysely }: StoreQueries, sessionHash: string): Promise<void> {
  await kysely
    .updateTable("authorization_requests")
    .set({ session_hash: null })
    .where("session_hash", "=", sessionHash)
    .where("pushed", "is not", null)
    .execute();
}

/** Ends it, once it has led to a result. @returns false when it had ended already */
export async function endPushedRequest({ kysely }: StoreQueries, hash: string): Promise<boolean> {
  const ended = await kysely
    .deleteFrom("authorization_requests")
    .where("hash", "=", hash)
    .where("pushed", "is not", null)
    .returning("hash")
    .executeTakeFirst();
  return ended !== undefined;
}
