import type { Database, WriteOptions } from "@survey-open-platform/database";
import { findAnswer, listAnswers, type AnswerListRequest, type AnswerOfSurvey } from "./answer-table.ts";
import { findApplication } from "./application-table.ts";
import { isDeviceOf } from "./device-table.ts";
import { readInstallationKey } from "./installation-key-table.ts";
import { exchangeCode, type CodeExchange } from "./authorization-code-table.ts";
import {
  answerAuthorizationRequest,
  createAuthorizationRequest,
  type ConsentAnswer,
  type NewAuthorizationRequest,
} from "./authorization-request-table.ts";
import {
  findTeamMemberByOpenid,
  listAuthorizedApplications,
  listStandingGrants,
  revokeGrants,
} from "./grant-table.ts";
import { applicationLock, sweepLock, userLock } from "./locks.ts";
import type { StorePolicy } from "./policy.ts";
import { takeFromEach, type Bucket } from "./rate-limit-table.ts";
import { refreshAccessToken, type AccessTokenRefresh } from "./refresh-token-table.ts";
import type { Schema } from "./schema.ts";
import {
  endSession,
  findSessionUser,
  startSession,
  takeSignInAttempt,
  type CountedAttempt,
  type NewSession,
} from "./session-table.ts";
import {
  findSurvey,
  isTeamMember,
  listSurveys,
  type SurveyListRequest,
  type SurveyReach,
} from "./survey-table.ts";
import { sweepExpired } from "./sweep.ts";
import { findTeamPrincipal, issueTeamToken, type TeamTokenRequest } from "./team-token-table.ts";
import { findUserByUsername } from "./user-table.ts";
import { findUserPrincipal, noteGrantUse } from "./user-token-table.ts";

/** Everything that the platform asks of its database; see {@link createStore}. */
export type Store = ReturnType<typeof createStore>;

interface PresentedToken {
  readonly hash: string;
  readonly appid: string;
}

/**
 * The verbs on the platform's data. Each is one transaction that cannot be half done and is safe when many
 * callers run it at once; a verb that changes something resolves once the change is durable. Those that
 * may turn a caller away answer a `Refusal` instead of throwing, because what they counted must stay.
 *
 * @throws `DatabaseUnavailableError` from every verb
 */
export function createStore(database: Database<Schema>, policy: StorePolicy) {
  const { reader } = database;
  return {
    ...applicationVerbs(database, policy),
    ...userVerbs(database, policy),

    // surveys
    findSurvey: (reach: SurveyReach) => findSurvey(reader, reach),
    listSurveys: (request: SurveyListRequest) => listSurveys(reader, request),
    listAnswers: (request: AnswerListRequest) => listAnswers(reader, request),
    findAnswer: (request: AnswerOfSurvey) => findAnswer(reader, request),
    isTeamMember: (member: { readonly teamId: number; readonly userId: number }) =>
      isTeamMember(reader, member),
    findTeamMemberByOpenid: (member: { readonly teamId: number; readonly openid: string }) =>
      findTeamMemberByOpenid(reader, member),

    // limits and upkeep
    takeFromEach: (buckets: readonly Bucket[]) => database.write((t) => takeFromEach(t, buckets)),
    readInstallationKey: (name: string) => database.write((t) => readInstallationKey(t, name)),
    sweepExpired: () => database.write(sweepExpired, { locks: [sweepLock] }),
    ping: () => database.ping(),
  };
}

/** Applications and the tokens issued to them. */
function applicationVerbs(database: Database<Schema>, policy: StorePolicy) {
  const { reader } = database;
  return {
    findApplication: (appid: string) => findApplication(reader, appid),
    exchangeCode: (exchange: CodeExchange) =>
      database.write((t) => exchangeCode(t, exchange, policy), lockOf(exchange)),
    refreshAccessToken: (refresh: AccessTokenRefresh) =>
      database.write((t) => refreshAccessToken(t, refresh, policy), lockOf(refresh)),
    issueTeamToken: (request: TeamTokenRequest) =>
      database.write((t) => issueTeamToken(t, request, policy), lockOf(request)),
    findUserPrincipal: (token: PresentedToken) => findUserPrincipal(reader, token),
    findTeamPrincipal: (token: PresentedToken) => findTeamPrincipal(reader, token),
  };
}

/** Users, their sessions and what they consent to. */
function userVerbs(database: Database<Schema>, policy: StorePolicy) {
  const { reader } = database;
  return {
    findUserByUsername: (username: string) => findUserByUsername(reader, username),
    isDeviceOf: (device: { readonly hash: string; readonly username: string }) => isDeviceOf(reader, device),
    takeSignInAttempt: (attempt: CountedAttempt) => database.write((t) => takeSignInAttempt(t, attempt)),
    startSession: (session: NewSession) =>
      database.write((t) => startSession(t, session), { locks: [userLock(session.username)] }),
    findSessionUser: (hash: string) => findSessionUser(reader, hash),
    endSession: (hash: string) => database.write((t) => endSession(t, hash)),
    createAuthorizationRequest: (request: NewAuthorizationRequest) =>
      database.write((t) => createAuthorizationRequest(t, request)),
    answerAuthorizationRequest: (answer: Omit<ConsentAnswer, "codeLifetimeSeconds">) =>
      database.write((t) =>
        answerAuthorizationRequest(t, { ...answer, codeLifetimeSeconds: policy.authorizationCodeSeconds }),
      ),
    listAuthorizedApplications: (userId: number) => listAuthorizedApplications(reader, userId),
    revokeGrant: (grant: { readonly userId: number; readonly grantId: number }) => revoke(database, grant),
    revokeAllGrants: (userId: number) => revoke(database, { userId }),
    noteGrantUse: (grantId: number) => database.write((t) => noteGrantUse(t, grantId)),
  };
}

function lockOf({ appid }: { readonly appid: string }): WriteOptions {
  return { locks: [applicationLock(appid)] };
}

/** @returns how many grants were in force */
async function revoke(
  database: Database<Schema>,
  which: { readonly userId: number; readonly grantId?: number },
): Promise<number> {
  const grants = await listStandingGrants(database.reader, which);
  const locks = grants.map(({ appid }) => applicationLock(appid));
  return database.write((t) => revokeGrants(t, which.userId, grants), { locks });
}
