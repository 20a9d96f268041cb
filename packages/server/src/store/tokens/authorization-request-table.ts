import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { verifiedRedirectUri, type VerifiedRedirectUri } from "../../model/redirect-uri.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { upsertGrant } from "./grant-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import {
  beginChoice,
  type ChoiceProblem,
  choiceProblem,
  recordChoice,
  keepChoice,
  type NewChoice,
  type SubmittedChoice,
} from "./survey-choice-table.ts";

/** How long a consent page may stay open. */
export const authorizationRequestSeconds = 600;

/** Consent pages that one session may have open; older ones are closed. */
export const openRequestsPerSession = 20;

/** A consent page about to be shown. */
export interface NewAuthorizationRequest extends Pick<NewChoice, "proposed" | "preselected"> {
  readonly hash: string;
  readonly sessionHash: string;
  readonly userId: number;
  readonly applicationId: number;
  readonly redirectUri: VerifiedRedirectUri;
  readonly scope: string;
  /** Whether the page asks for writing too. */
  readonly mayWrite: boolean;
  readonly state: string | null;
  readonly codeChallenge: string | null;
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
      application_id: request.applicationId,
      redirect_uri: request.redirectUri,
      scope: request.scope,
      may_write: request.mayWrite ? 1 : 0,
      state: request.state,
      code_challenge: request.codeChallenge,
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${authorizationRequestSeconds * 1000}`,
      decision: null,
    })
    .execute();
  await beginChoice(transaction, { ...request, requestHash: request.hash });
  await closeOldRequests(transaction, request.sessionHash);
}

/** Whether a consent page is still open that asks for the very same: it can be shown again with what was ticked on it. */
export async function isSameRequestOpen(
  { kysely }: StoreQueries,
  request: Omit<NewAuthorizationRequest, "proposed" | "preselected">,
): Promise<boolean> {
  const open = await kysely
    .selectFrom("authorization_requests")
    .select(["redirect_uri as redirectUri", "scope", "may_write as mayWrite", "state"])
    .select("code_challenge as codeChallenge")
    .where("hash", "=", request.hash)
    .where("session_hash", "=", request.sessionHash)
    .where("user_id", "=", request.userId)
    .where("application_id", "=", request.applicationId)
    .where("decision", "is", null)
    .where("expires_at", ">", nowMs)
    .executeTakeFirst();
  if (open === undefined) return false;
  const { redirectUri, scope, mayWrite, state, codeChallenge } = request;
  const asked = { redirectUri, scope, mayWrite: mayWrite ? 1 : 0, state, codeChallenge } as const;
  return isDeepStrictEqual({ ...open }, asked);
}

async function closeOldRequests(transaction: StoreQueries, sessionHash: string): Promise<void> {
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

/** A user's decision on a consent page. */
export interface ConsentDecision {
  readonly requestHash: string;
  readonly sessionHash: string;
  readonly actor: Actor & { readonly userId: number };
  readonly decision: "allow" | "deny";
  /** What the form says of the surveys that the application is to see; nothing leaves what is ticked as it is. */
  readonly choice?: SubmittedChoice | undefined;
  /** The code to issue if no decision was recorded before. */
  readonly codeHash: string;
  readonly codeLifetimeSeconds: number;
}

/** Why a decision has no effect; named like the page that says so. */
export type ConsentProblem =
  | "request_expired"
  | "already_answered"
  | "other_user"
  | "application_disabled"
  | "redirect_uri_mismatch"
  | ChoiceProblem;

/** The outcome of a decision. */
export type ConsentOutcome =
  | { readonly problem: ConsentProblem }
  | { readonly redirectUri: VerifiedRedirectUri; readonly state: string | null };

/**
 * Records a user's decision, once: with `allow` the grant is made and its code becomes valid in the same
 * transaction. The same decision sent again (a double click) has the same outcome and no further effect, for as long
 * as the code can still be exchanged: a used code is never sent again (RFC 6749, section 4.1.2), because the
 * application's second exchange would revoke the tokens of the first.
 */
export async function decideAuthorizationRequest(
  transaction: StoreQueries,
  given: ConsentDecision,
): Promise<ConsentOutcome> {
  const request = await findOpenRequest(transaction, given);
  if (request === undefined) return { problem: "request_expired" };
  if (request.userId !== given.actor.userId) return { problem: "other_user" };
  if (request.disabled === 1) return { problem: "application_disabled" };
  const redirectUri = verifiedRedirectUri([request.registeredUri ?? ""], request.redirectUri);
  if (redirectUri === undefined) return { problem: "redirect_uri_mismatch" };
  const done = { redirectUri, state: request.state };
  if (request.decision !== null) return isRepetition(request, given) ? done : { problem: "already_answered" };
  const problem = await refusedChoice(transaction, given, request);
  if (problem !== undefined) return { problem };
  if (await recordDecision(transaction, given, request)) return done;
  // Another request recorded a decision first; that one counts.
  return decideAuthorizationRequest(transaction, given);
}

/** Keeps what the form says, also when it cannot be allowed: it is shown again. */
async function refusedChoice(
  transaction: StoreQueries,
  { requestHash, actor, choice, decision }: ConsentDecision,
  request: OpenRequest,
): Promise<ChoiceProblem | undefined> {
  if (decision === "deny") return undefined;
  if (choice !== undefined) await keepChoice(transaction, { requestHash, userId: actor.userId, choice });
  return choiceProblem(transaction, { requestHash, mayWrite: isWriting(request) });
}

/** What the page said, unless the application has stopped asking for it since. */
function isWriting({ showsWriting, asksForWriting }: OpenRequest): boolean {
  return showsWriting === 1 && asksForWriting === 1;
}

/** Whether a decision is the recorded one once more, with a code that can still be exchanged. */
function isRepetition(request: OpenRequest, { decision }: ConsentDecision): boolean {
  return request.decision === decision && (decision === "deny" || request.exchangeableCode !== null);
}

type OpenRequest = NonNullable<Awaited<ReturnType<typeof findOpenRequest>>>;

function findOpenRequest(transaction: StoreQueries, given: ConsentDecision) {
  return (
    transaction.kysely
      .selectFrom("authorization_requests as r")
      .innerJoin("applications as a", "a.id", "r.application_id")
      .leftJoin("redirect_uris as u", (join) =>
        join.onRef("u.application_id", "=", "r.application_id").onRef("u.uri", "=", "r.redirect_uri"),
      )
      .leftJoin("authorization_codes as c", (join) =>
        join.on("c.hash", "=", given.codeHash).on("c.used_at", "is", null).on("c.expires_at", ">", nowMs),
      )
      .select(["r.user_id as userId", "a.id as applicationId", "r.redirect_uri as redirectUri"])
      .select(["r.scope", "r.state", "r.code_challenge as codeChallenge", "r.decision"])
      .select(["r.may_write as showsWriting", "a.may_write as asksForWriting"])
      .select(["a.appid", "a.disabled", "u.uri as registeredUri", "c.hash as exchangeableCode"])
      .where("r.hash", "=", given.requestHash)
      .where("r.session_hash", "=", given.sessionHash)
      .where("r.expires_at", ">", nowMs)
      // A page that changes a choice leads to no application.
      .where("r.redirect_uri", "<>", "")
      .executeTakeFirst()
  );
}

/** @returns false when another request recorded a decision first */
async function recordDecision(
  transaction: StoreQueries,
  given: ConsentDecision,
  request: OpenRequest,
): Promise<boolean> {
  const recorded = await transaction.kysely
    .updateTable("authorization_requests")
    .set({ decision: given.decision })
    .where("hash", "=", given.requestHash)
    .where("decision", "is", null)
    .returning("hash")
    .executeTakeFirst();
  if (recorded === undefined) return false;
  if (given.decision === "allow") await grantAndIssueCode(transaction, given, request);
  return true;
}

async function grantAndIssueCode(
  transaction: StoreQueries,
  given: ConsentDecision,
  request: OpenRequest,
): Promise<void> {
  const mayWrite = isWriting(request);
  const { requestHash } = given;
  const { userId } = given.actor;
  const grantId = await upsertGrant(transaction, { ...request, userId, mayWrite });
  const chosen = await recordChoice(transaction, { requestHash, grantId, userId });
  const expiresAt = sql<number>`${nowMs} + ${given.codeLifetimeSeconds * 1000}`;
  await transaction.kysely
    .insertInto("authorization_codes")
    .values({
      hash: given.codeHash,
      grant_id: grantId,
      code_challenge: request.codeChallenge,
      may_write: mayWrite ? 1 : 0,
      created_at: nowMs,
      expires_at: expiresAt,
      used_at: null,
      kept_until: expiresAt,
    })
    .execute();
  await recordAudit(transaction, {
    actor: given.actor,
    action: "consent.given",
    target: { kind: "application", name: request.appid },
    after: { scope: request.scope, mayWrite, surveys: chosen ?? "all" },
  });
}
