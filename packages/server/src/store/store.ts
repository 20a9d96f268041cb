import type { StoreQueries, StoreSteps } from "./statements/queries.ts";
import { runSteps, type Database, type ReadRequest } from "@survey-open-platform/database";
import {
  answersLock,
  type AnswerWriteContext,
  AnswerWriters,
  cellCounters,
  createSurveyStore,
  endedAnonymousSurveys,
  findAnswer,
  findSurveyProgress,
  listAnswerChanges,
  listUpdatedAnswers,
  listAnswerRecords,
  type Outbox,
  storeLastAnonymous,
  waitingAnswersRewriter,
} from "@survey-open-platform/surveys";
import {
  findAppidOfClient,
  findApplication,
  findApplicationIds,
  findApplicationOfClient,
} from "./applications/application-table.ts";
import type { Actor } from "./audit/audit-log-table.ts";
import { auditing, type AuditReporter } from "./audit/auditing.ts";
import { keepingKeys, readInstallationKey } from "./installation/installation-key-table.ts";
import {
  createAuthorizationRequest,
  isSameRequestOpen,
  type NewAuthorizationRequest,
} from "./tokens/authorization-request-table.ts";
import { type ConsentDecision, decideAuthorizationRequest } from "./tokens/decide-authorization-request.ts";
import {
  countAuthorizedApplications,
  countGrantedAccess,
  findAuthorizedApplication,
  listAuthorizedApplications,
  type AuthorizedApplicationSearch,
} from "./tokens/authorized-application-list.ts";
import { findTeamMemberByOpenid, listActiveGrants, revokeGrants } from "./tokens/grant-table.ts";
import { applicationLock, consentLock, sweepLock, userLock } from "./statements/locks.ts";
import type { StorePolicy } from "./installation/policy.ts";
import { readTokenQuota, consumeTokens, type Bucket } from "./installation/rate-limit-table.ts";
import { accepted, type Refusal } from "./statements/refusal.ts";
import type { Schema } from "./schema/schema.ts";
import { recordSecurityEvent, type SecurityEvent } from "./audit/security-event.ts";
import { deleteExpiredAnswers } from "./surveys/delete-expired-answers.ts";
import { findSurvey, findSurveyHead, isTeamMember, listSurveys } from "./surveys/survey-table.ts";
import { createOutbox } from "./webhooks/create-outbox.ts";
import { sweepClients } from "./installation/sweep-clients.ts";
import { sweepExpired } from "./installation/sweep.ts";
import { findBearerTeam } from "./tokens/team-bearer-table.ts";
import { findTeamPrincipal } from "./tokens/team-token-table.ts";
import { findUserByUsername } from "./people/user-table.ts";
import { findBearerUser, findUserPrincipal } from "./tokens/user-token-table.ts";
import { issueTestToken, type NewTestToken } from "./tokens/test-token.ts";

/**
 * A change of the database, as a function of a transaction. It may run more than once.
 *
 * A verb that needs locks names them next to it, from its own arguments:
 *
 *     export async function renameTeam(transaction: StoreQueries, { teamId, name }: TeamRenaming) { … }
 *     renameTeam.locks = ({ teamId }: TeamRenaming) => [teamLock(teamId)];
 *
 * Inside of another verb's transaction it is called like any function, and its locks have to be held already.
 */
export interface Verb<Given extends readonly unknown[], Result> {
  (transaction: StoreQueries, ...given: Given): Promise<Result>;
  /** Names of the locks, or what reads them before the transaction begins. */
  readonly locks?: (
    // Not `Given`, from which the compiler would infer that a verb has no more arguments than its locks need.
    ...given: { readonly [Index in keyof Given]: Given[Index] }
  ) => LockNames | ((reader: StoreQueries) => Promise<LockNames>);
}

type LockNames = readonly string[];

/** All operations on the database of the platform; see {@link createStore}. */
export type Store = ReturnType<typeof createStore>;

/** For which application tokens are issued, and of which kinds. */
export interface TokenIssue {
  readonly appid: string;
  readonly kinds: readonly ("user_access" | "refresh" | "team_access")[];
}

/**
 * The verbs on the platform's data. Each is one transaction that cannot be half done and is safe when many
 * callers run it at once; a verb that changes something resolves once the change is durable. A refusal does not
 * roll back: what was counted stays.
 *
 * @param report is called with each audit entry once it is durable
 * @throws `DatabaseUnavailableError` from every verb
 */
export function createStore(
  opened: Database<Schema>,
  policy: StorePolicy,
  report: AuditReporter = () => undefined,
) {
  const database = auditing(opened, report, policy);
  const outbox = createOutbox(policy.zone);
  const calls = callVerbs(database, outbox);
  return {
    policy,
    ...running(database),
    ...applicationVerbs(database, policy),
    ...userVerbs(database, policy),
    ...calls,

    // surveys
    surveys: createSurveyStore(database, outbox, policy.draftBytes),
    findSurvey,
    findSurveyHead,
    listSurveys,
    listAnswerRecords,
    listAnswerChanges,
    listUpdatedAnswers,
    findSurveyProgress,
    findAnswer,
    answerWriters: new AnswerWriters(),
    isTeamMember,
    findTeamMemberByOpenid,

    // limits and sweeps
    /** What is left of an application's token requests. */
    readTokenQuota: (applicationId: number) =>
      readTokenQuota(database.reader, applicationId, policy.tokenRequests),
    consumeTokens: (buckets: readonly Bucket[]) => database.write((t) => runSteps(t, consumeTokens(buckets))),
    /** @returns whether it was recorded: a flood of events is not */
    recordSecurityEvent: (event: SecurityEvent) => database.write((t) => recordSecurityEvent(t, event)),
    readInstallationKey: keepingKeys((name) => database.write((t) => readInstallationKey(t, name))),
    sweepExpired: async () =>
      (await storeEndedAnonymous(database, outbox)) +
      (await database.write(sweepExpired, { locks: [sweepLock] })) +
      (await database.write(sweepClients, { locks: sweepClients.locks() })) +
      (await deleteExpiredAnswers(database, calls.answerWriteContext)),
    /** Not in a transaction, and not at every turn: answers to anonymous surveys wait meanwhile. */
    rewriteWaitingAnswers: waitingAnswersRewriter(database.reader, database.engine),
  };
}

/** Stores the answers that wait of anonymous surveys which collect no more. @returns of how many surveys */
async function storeEndedAnonymous(database: Database<Schema>, outbox: Outbox): Promise<number> {
  const ended = await endedAnonymousSurveys(database.reader);
  for (const surveyId of ended)
    await database.write((t) => storeLastAnonymous(t, surveyId, outbox), { locks: [answersLock(surveyId)] });
  return ended.length;
}

/** How functions that read and verbs are run. */
function running(database: Database<Schema>) {
  const { reader, engine } = database;
  return {
    engine,
    ping: () => database.ping(),
    /** Sees committed data only: for functions that read. */
    reader,
    /**
     * Runs a verb in a transaction of its own, under the locks that it names. Pass the verb itself: a function around it
     * has no locks.
     */
    async write<Given extends readonly unknown[], Result>(
      verb: Verb<Given, Result>,
      ...given: NoInfer<Given>
    ): Promise<Result> {
      const named = verb.locks?.(...given) ?? [];
      const locks = typeof named === "function" ? await named(reader) : named;
      return database.write((transaction) => verb(transaction, ...given), { locks });
    },
    /** Runs the steps of a verb in a transaction that others of this process share, under one lock. */
    writeSteps: <Result>(steps: () => StoreSteps<Result>, lock: string): Promise<Result> =>
      database.writeSteps(steps, lock),
  };
}

/** What calls of the API run with. */
function callVerbs(database: Database<Schema>, outbox: Outbox) {
  const answerWriteContext: AnswerWriteContext = { counters: cellCounters(), shard: 0, outbox };
  return {
    outbox,
    answerWriteContext,
    /** Runs the steps of verbs that return steps. */
    read: <Result>(request: ReadRequest<Schema, Result>) => database.read(request),
    /** Runs a call that changes something, with its checks, in one transaction. It may run more than once. */
    inTransaction: <Result>(
      work: (transaction: StoreQueries) => Promise<Result>,
      locks: readonly string[],
    ): Promise<Result> => database.write(work, { locks }),
  };
}

/** Applications and the tokens issued to them. */
function applicationVerbs(database: Database<Schema>, policy: StorePolicy) {
  const { reader } = database;
  return {
    findApplication: (appid: string) => findApplication(reader, appid),
    findApplicationOfClient: (clientId: string) => findApplicationOfClient(reader, clientId),
    findAppidOfClient: (clientId: string) => findAppidOfClient(reader, clientId),
    findApplicationIds: (appids: readonly string[]) => findApplicationIds(reader, appids),
    /**
     * Runs the steps of a grant in one transaction, under the lock of the application: its other transactions come
     * before or after. A refusal is an outcome like any other: what was counted or revoked before it stays.
     *
     * @throws `PlatformError` when `steps` refused
     */
    issueTokens: async <Issued extends object>(
      { appid }: TokenIssue,
      steps: (policy: StorePolicy) => StoreSteps<Issued | Refusal>,
    ): Promise<Issued> => accepted(await database.writeSteps(() => steps(policy), applicationLock(appid))),
    issueTestToken: (token: NewTestToken) =>
      database.write((t) => issueTestToken(t, token, policy), {
        locks: [applicationLock(token.appid), userLock(token.actor.username)],
      }),
    findUserPrincipal,
    findTeamPrincipal,
    findBearerUser,
    findBearerTeam,
  };
}

/** Users, their sessions and what they consent to. */
function userVerbs(database: Database<Schema>, policy: StorePolicy) {
  const { reader } = database;
  return {
    findUserByUsername: (username: string) => findUserByUsername(reader, username),
    createAuthorizationRequest: (request: NewAuthorizationRequest) =>
      database.write((t) => createAuthorizationRequest(t, request)),
    isSameRequestOpen: (request: Omit<NewAuthorizationRequest, "proposed" | "preselected">) =>
      isSameRequestOpen(reader, request),
    decideAuthorizationRequest: (decision: Omit<ConsentDecision, "codeLifetimeSeconds">) =>
      database.write(
        (t) =>
          decideAuthorizationRequest(t, {
            ...decision,
            codeLifetimeSeconds: policy.authorizationCodeSeconds,
          }),
        // Their entries in the audit log would wait for each other, each on a connection of its own.
        { locks: [consentLock] },
      ),
    listAuthorizedApplications: (search: AuthorizedApplicationSearch) =>
      listAuthorizedApplications(reader, search),
    countAuthorizedApplications: (userId: number) => countAuthorizedApplications(reader, userId),
    findAuthorizedApplication: (grant: { readonly userId: number; readonly grantId: number }) =>
      findAuthorizedApplication(reader, grant),
    countGrantedAccess: (which: { readonly userId: number; readonly grantId?: number }) =>
      countGrantedAccess(reader, which),
    revokeGrant: (grant: { readonly userId: number; readonly grantId: number }, actor: Actor) =>
      revoke(database, grant, actor),
    revokeAllGrants: (userId: number, actor: Actor) => revoke(database, { userId }, actor),
  };
}

/** @returns how many grants were in force */
async function revoke(
  database: Database<Schema>,
  which: { readonly userId: number; readonly grantId?: number },
  actor: Actor,
): Promise<number> {
  const grants = await listActiveGrants(database.reader, which);
  const locks = grants.map(({ appid }) => applicationLock(appid));
  return database.write((t) => revokeGrants(t, { userId: which.userId, grants, actor }), { locks });
}
