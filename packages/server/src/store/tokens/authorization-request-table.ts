import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { VerifiedRedirectUri } from "../../model/redirect-uri.ts";
import { audiences, scopesOfConsent, type Audience, type ScopeSet } from "../../model/scopes.ts";
import { storedText } from "./authorization-code-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { beginChoice, type NewChoice } from "./survey-choice-table.ts";

/** How long a consent page may stay open. */
export const authorizationRequestSeconds = 600;

/** Consent pages that one session may have open; older ones are closed. */
export const openRequestsPerSession = 20;

/** A consent page about to be shown. */
export interface NewAuthorizationRequest extends Pick<NewChoice, "proposed" | "preselected"> {
  readonly hash: string;
  readonly sessionHash: string;
  readonly userId: number;
  /** Null for a client that has no row before somebody consents to it. */
  readonly applicationId: number | null;
  /** Null where a device gets the result. */
  readonly redirectUri: VerifiedRedirectUri | null;
  /** Of the device that gets it. */
  readonly deviceCodeHash?: string | undefined;
  /** Of the interface's own way; "" in OAuth. */
  readonly scope: string;
  /** Whether the page asks for writing too. */
  readonly mayWrite: boolean;
  readonly state: string | null;
  readonly codeChallenge: string | null;
  /** Undefined for a request of the interface's own way. */
  readonly oauth?: OauthRequestFields | undefined;
}

/** What a request of OAuth has beside. */
export interface OauthRequestFields {
  /** What the client calls itself. */
  readonly clientId: string;
  readonly audience: Audience;
  /** What it asks for. */
  readonly scopes: ScopeSet;
  readonly nonce: string | null;
  readonly authTime: number | null;
  readonly responseMode: "query" | "form_post";
}

/** Stores what a consent page asks for, so that none of it has to be read back from the form. */
export async function createAuthorizationRequest(
  transaction: StoreQueries,
  request: NewAuthorizationRequest,
): Promise<void> {
  await transaction.kysely
    .insertInto("authorization_requests")
    .values({
      hash: request.hash,
      session_hash: request.sessionHash,
      user_id: request.userId,
      ...columnsOf(request),
      auth_time: request.oauth?.authTime ?? null,
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${authorizationRequestSeconds * 1000}`,
      decision: null,
    })
    .execute();
  await beginChoice(transaction, { ...request, requestHash: request.hash });
  await closeOldRequests(transaction, request.sessionHash);
}

/** What is asked for, as it is stored. */
function columnsOf(request: Omit<NewAuthorizationRequest, "proposed" | "preselected">) {
  const { oauth, mayWrite } = request;
  return {
    application_id: request.applicationId,
    redirect_uri: request.redirectUri ?? "",
    device_code_hash: request.deviceCodeHash ?? null,
    scope: request.scope,
    may_write: mayWrite ? (1 as const) : (0 as const),
    state: storedText(request.state),
    code_challenge: request.codeChallenge,
    ...(oauth === undefined ? { ...notOauth, scopes: scopesOfConsent(mayWrite) } : oauthColumns(oauth)),
  };
}

const notOauth = { client_id: null, audience: audiences.document, nonce: null, response_mode: null } as const;

function oauthColumns({ clientId, audience, scopes, nonce, responseMode }: OauthRequestFields) {
  return {
    client_id: clientId,
    audience,
    scopes,
    nonce: storedText(nonce),
    response_mode: responseMode,
  };
}

/** Whether a consent page is still open that asks for the very same: it can be shown again with what was ticked on it. */
export async function isSameRequestOpen(
  { kysely }: StoreQueries,
  request: Omit<NewAuthorizationRequest, "proposed" | "preselected">,
): Promise<boolean> {
  const open = await kysely
    .selectFrom("authorization_requests")
    .select(["application_id", "client_id", "redirect_uri", "scope", "may_write", "state", "code_challenge"])
    .select(["audience", "scopes", "nonce", "response_mode", "device_code_hash"])
    .where("hash", "=", request.hash)
    .where("session_hash", "=", request.sessionHash)
    .where("user_id", "=", request.userId)
    .where("decision", "is", null)
    .where("expires_at", ">", nowMs)
    .executeTakeFirst();
  return open !== undefined && isDeepStrictEqual({ ...open }, columnsOf(request));
}

/** Closes the oldest pages of a session that has too many open. */
export async function closeOldRequests(transaction: StoreQueries, sessionHash: string): Promise<void> {
  await transaction.kysely
    .deleteFrom("authorization_requests")
    .where("session_hash", "=", sessionHash)
    .where("hash", "not in", (eb) =>
      eb
        .selectFrom("authorization_requests")
        .select("hash")
        .where("session_hash", "=", sessionHash)
        .orderBy("created_at", "desc")
        .limit(openRequestsPerSession),
    )
    .execute();
}
