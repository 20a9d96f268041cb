import { verifiedRedirectUri, type VerifiedRedirectUri } from "../../model/redirect-uri.ts";
import { dataScopes, scopeText, writingScopes } from "../../model/scopes.ts";
import { hashToken, userScope } from "../../model/token.ts";
import { type DescribedClient, ensureClientApplication } from "../applications/client-application-table.ts";
import { listRedirectUris } from "../applications/redirect-uri-table.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { givenText, issueCode } from "./authorization-code-table.ts";
import { decideDevice, deviceCodeSeconds } from "./device-code-table.ts";
import { upsertGrant } from "./grant-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import {
  type ChoiceProblem,
  choiceProblem,
  recordChoice,
  keepChoice,
  type SubmittedChoice,
} from "./survey-choice-table.ts";

/** How long a code of OAuth lives at most: the client is a program that waits for it (RFC 6749, section 4.1.2). */
export const oauthCodeSeconds = 60;

/** The client_id of a request whose client has no row yet. */
export async function findPendingClientId(
  { kysely }: StoreQueries,
  { requestHash, sessionHash }: Pick<ConsentDecision, "requestHash" | "sessionHash">,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom("authorization_requests")
    .select("client_id as clientId")
    .where("hash", "=", requestHash)
    .where("session_hash", "=", sessionHash)
    .where("application_id", "is", null)
    .executeTakeFirst();
  return row?.clientId ?? undefined;
}

/** A user's decision on a consent page. */
export interface ConsentDecision {
  readonly requestHash: string;
  readonly sessionHash: string;
  readonly actor: Actor & { readonly userId: number };
  readonly decision: "allow" | "deny";
  /** What the form says of the surveys that the application is to see; nothing leaves what is ticked as it is. */
  readonly choice?: SubmittedChoice | undefined;
  /** Who asks, when that is a client that describes itself and has no row yet. */
  readonly client?: DescribedClient | undefined;
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
  /** The device asks for it. */
  | { readonly isForDevice: true }
  | {
      readonly redirectUri: VerifiedRedirectUri;
      readonly state: string | null;
      /** Null for a request of the interface's own way. */
      readonly responseMode: "query" | "form_post" | null;
    };

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
  const done = await targetOf(transaction, given, request);
  if ("problem" in done) return done;
  if (request.decision !== null) return isRepetition(request, given) ? done : { problem: "already_answered" };
  const problem = await refusedChoice(transaction, given, request);
  if (problem !== undefined) return { problem };
  const client = await decidedClient(transaction, given, request);
  if (client === undefined) return { problem: "application_disabled" };
  if (await recordDecision(transaction, given, { ...request, ...client })) return done;
  // Another request recorded a decision first; that one counts.
  return decideAuthorizationRequest(transaction, given);
}

/** Where the result goes. */
async function targetOf(
  transaction: StoreQueries,
  given: ConsentDecision,
  request: OpenRequest,
): Promise<ConsentOutcome> {
  if (request.deviceCodeHash !== null) return deviceTarget(given, request);
  const redirectUri = await provenRedirectUri(transaction, given, request);
  if (redirectUri === undefined) return { problem: "redirect_uri_mismatch" };
  return { redirectUri, state: givenText(request.state), responseMode: request.responseMode };
}

function deviceTarget(
  { decision }: ConsentDecision,
  { deviceHash, deviceDecision }: OpenRequest,
): ConsentOutcome {
  if (deviceHash === null) return { problem: "request_expired" };
  // Another page decided about the same device.
  if (deviceDecision !== null && deviceDecision !== decision) return { problem: "already_answered" };
  return { isForDevice: true };
}

async function provenRedirectUri(
  transaction: StoreQueries,
  { client }: ConsentDecision,
  { applicationId, redirectUri, isPublic }: OpenRequest,
): Promise<VerifiedRedirectUri | undefined> {
  if (applicationId === null)
    return verifiedRedirectUri(client?.redirectUris ?? [], redirectUri, { anyLoopbackPort: true });
  const registered = await listRedirectUris(transaction, applicationId);
  return verifiedRedirectUri(registered, redirectUri, { anyLoopbackPort: isPublic === 1 });
}

/** The application that was decided about. @returns undefined when it may not be allowed */
async function decidedClient(
  transaction: StoreQueries,
  { client, decision, actor }: ConsentDecision,
  { applicationId, appid }: OpenRequest,
): Promise<DecidedClient | undefined> {
  // No row is made for a client that is denied.
  if (applicationId !== null || client === undefined || decision === "deny") return { applicationId, appid };
  const made = await ensureClientApplication(transaction, client, actor);
  return made && { applicationId: made.id, appid: made.appid };
}

type DecidedClient = Pick<OpenRequest, "applicationId" | "appid">;

/** Keeps what the form says, also when it cannot be allowed: it is shown again. */
async function refusedChoice(
  transaction: StoreQueries,
  { requestHash, actor, choice, decision }: ConsentDecision,
  request: OpenRequest,
): Promise<ChoiceProblem | undefined> {
  if (decision === "deny") return undefined;
  if (choice !== undefined) await keepChoice(transaction, { requestHash, userId: actor.userId, choice });
  // For a sign-in alone there is nothing to choose.
  if ((request.scopes & dataScopes) === 0) return undefined;
  return choiceProblem(transaction, { requestHash, mayWrite: isWriting(request) });
}

/** What the page said, unless the application has stopped asking for it since. */
function isWriting({ showsWriting, asksForWriting }: OpenRequest): boolean {
  return showsWriting === 1 && asksForWriting !== 0;
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
      // A client that describes itself has no row before somebody allows it.
      .leftJoin("applications as a", "a.id", "r.application_id")
      .leftJoin("authorization_codes as c", (join) =>
        join.on("c.hash", "=", given.codeHash).on("c.used_at", "is", null).on("c.expires_at", ">", nowMs),
      )
      .leftJoin("device_codes as d", (join) =>
        join.onRef("d.hash", "=", "r.device_code_hash").on("d.expires_at", ">", nowMs),
      )
      .select(["r.user_id as userId", "a.id as applicationId", "r.redirect_uri as redirectUri"])
      .select(["r.scope", "r.state", "r.code_challenge as codeChallenge", "r.decision"])
      .select(["r.may_write as showsWriting", "a.may_write as asksForWriting"])
      .select(["r.audience", "r.scopes", "r.nonce", "r.auth_time as authTime"])
      .select(["r.response_mode as responseMode", "a.is_public as isPublic"])
      .select(["a.appid", "a.disabled", "c.hash as exchangeableCode"])
      .select([
        "r.device_code_hash as deviceCodeHash",
        "d.hash as deviceHash",
        "d.decision as deviceDecision",
      ])
      .where("r.hash", "=", given.requestHash)
      .where("r.session_hash", "=", given.sessionHash)
      .where("r.expires_at", ">", nowMs)
      // A page that changes a choice leads to no application, and what was pushed is no page.
      .where((eb) => eb.or([eb("r.redirect_uri", "<>", ""), eb("r.device_code_hash", "is not", null)]))
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
    .set({ decision: given.decision, application_id: request.applicationId })
    .where("hash", "=", given.requestHash)
    .where("decision", "is", null)
    .returning("hash")
    .executeTakeFirst();
  if (recorded === undefined) return false;
  if (request.deviceCodeHash !== null) {
    const codeHash = given.decision === "allow" ? given.codeHash : null;
    const { applicationId, deviceCodeHash: hash } = request;
    const isFirst = await decideDevice(transaction, {
      hash,
      decision: given.decision,
      applicationId,
      codeHash,
    });
    if (!isFirst) return false;
  }
  if (given.decision === "allow") await grantAndIssueCode(transaction, given, request);
  return true;
}

/** In the place of the hash of a redirect address. It has not the form of a hash: no address that a client sends has this one. */
export const deviceRedirectHash = "device";

function redirectUriHashOf({ deviceCodeHash, redirectUri }: OpenRequest): string {
  return deviceCodeHash === null ? hashToken(redirectUri) : deviceRedirectHash;
}

/** A device may ask as late as it may ask at all. */
function secondsOfCode({ deviceCodeHash }: OpenRequest): number {
  return deviceCodeHash === null ? oauthCodeSeconds : deviceCodeSeconds;
}

async function grantAndIssueCode(
  transaction: StoreQueries,
  given: ConsentDecision,
  request: OpenRequest,
): Promise<void> {
  const { applicationId, appid } = request;
  if (applicationId === null || appid === null) throw new Error("a client that is allowed has a row");
  const mayWrite = isWriting(request);
  const { requestHash } = given;
  const { userId } = given.actor;
  const isOauth = request.responseMode !== null;
  const scopes = mayWrite ? request.scopes : request.scopes & ~writingScopes;
  const consent = { ...request, applicationId, scope: userScope, userId, mayWrite, scopes, adds: isOauth };
  const grantId = await upsertGrant(transaction, consent);
  const chosen = await recordChoice(transaction, { requestHash, grantId, userId });
  const longest = given.codeLifetimeSeconds;
  await issueCode(transaction, {
    ...request,
    hash: given.codeHash,
    grantId,
    mayWrite: mayWrite ? 1 : 0,
    scopes,
    redirectUriHash: isOauth ? redirectUriHashOf(request) : null,
    lifetimeSeconds: isOauth ? Math.min(secondsOfCode(request), longest) : longest,
  });
  await recordAudit(transaction, {
    actor: given.actor,
    action: "consent.given",
    target: { kind: "application", name: appid },
    after: { scope: isOauth ? scopeText(scopes) : request.scope, mayWrite, surveys: chosen ?? "all" },
  });
}
