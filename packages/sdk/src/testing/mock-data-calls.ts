import { readMockParameters, type ParameterRules, type ParameterValues } from "./mock-parameters.ts";
import { MockRefusal } from "./mock-refusal.ts";
import {
  answerDetail,
  answerListItem,
  legacySurveyDetail,
  numberedAnswers,
  surveyDetail,
  surveyListItem,
} from "./mock-survey-data.ts";
import type { MockGrant, MockTokens } from "./mock-tokens.ts";
import type { MockState, MockSurvey, MockTeamApplication } from "./mock-world.ts";

/** What the calls work on. */
export interface MockDataDependencies {
  readonly world: MockState;
  readonly tokens: MockTokens;
}

/** Whom a call speaks for. */
export type MockPrincipal =
  | { readonly mode: "user"; readonly ownerId: number; readonly mayWrite: boolean; readonly grant: MockGrant }
  | {
      readonly mode: "team";
      readonly ownerId: number;
      readonly mayWrite: boolean;
      readonly team: MockTeamApplication;
    };

const tokenRules = {
  appid: { required: true, longest: 64 },
  access_token: { required: true, longest: 128 },
} as const satisfies ParameterRules;

const largest = Number.MAX_SAFE_INTEGER;
const longestPage = 100;

const userRules: ParameterRules = { ...tokenRules, openid: { required: true, longest: 128 } };

/** `GET /api/oauth2/user`. */
export function getMockUser(query: string, dependencies: MockDataDependencies) {
  const principal = authenticateMock({ query, ...dependencies });
  const values = readMockParameters(userRules, query);
  if (principal.mode !== "user" || principal.grant.openid !== values["openid"])
    throw new MockRefusal("claim_error");
  const { openid, user } = principal.grant;
  return { openid, nickname: user.nickname, avatar: user.avatar ?? "" };
}

const listRules: ParameterRules = {
  ...tokenRules,
  openid: { longest: 128 },
  user_id: { integer: { least: 0, most: largest } },
  page: { integer: { least: 1, most: 1_000_000_000 } },
  per_page: { integer: { least: 1, most: longestPage } },
};

/** `GET /api/surveys`. */
export function listMockSurveys(query: string, dependencies: MockDataDependencies) {
  const principal = authenticateMock({ query, ...dependencies });
  const values = readMockParameters(listRules, query);
  const creatorId = creatorToNarrowTo(principal, values, dependencies);
  const surveys = dependencies.world.surveys
    .filter(({ ownerId }) => ownerId === principal.ownerId)
    .filter((survey) => creatorId === undefined || (survey.creatorId ?? survey.ownerId) === creatorId)
    .toSorted((one, other) => one.id - other.id);
  const [page, perPage] = [Number(values["page"] ?? 1), Number(values["per_page"] ?? 20)];
  const list = surveys.slice((page - 1) * perPage, page * perPage).map(surveyListItem);
  return { total: surveys.length, list };
}

/** `GET /api/surveys/{survey_id}` and its `/legacy`. */
export function getMockSurvey(surveyId: string, isLegacy: boolean, request: DataRequest) {
  const survey = findReachableMock(surveyId, request);
  return isLegacy ? legacySurveyDetail(survey) : surveyDetail(survey);
}

const answersRules: ParameterRules = {
  ...tokenRules,
  per_page: { integer: { least: 1, most: largest } },
  last_answer_id: { integer: { least: 0, most: largest } },
};

/** `GET /api/surveys/{survey_id}/answers`. */
export function listMockAnswers(surveyId: string, request: DataRequest) {
  authenticateMock(request);
  const values = readMockParameters(answersRules, request.query);
  const answers = numberedAnswers(findReachableMock(surveyId, request));
  const start = Number(values["last_answer_id"] ?? 0);
  const list = answers
    .filter(({ serial }) => serial > start)
    .slice(0, Math.min(Number(values["per_page"] ?? 20), longestPage))
    .map(answerListItem);
  const last = list.at(-1)?.answer_id ?? (answers.length === 0 ? 0 : start);
  return { total: answers.length, last_answer_id: last, list };
}

/** `GET /api/surveys/{survey_id}/answers/{answer_id}`. */
export function getMockAnswer(surveyId: string, answerId: string, request: DataRequest) {
  authenticateMock(request);
  if (!/^([1-9]\d{0,15}|[A-Za-z][A-Za-z0-9]{9})$/.test(answerId))
    throw new MockRefusal("invalid_argument", { parameter: "answer_id" });
  const survey = findReachableMock(surveyId, request);
  const found = numberedAnswers(survey).find(
    ({ serial, hash }) => String(serial) === answerId || hash === answerId,
  );
  if (found === undefined) throw new MockRefusal("not_found");
  return answerDetail(survey.id, found);
}

/** A data call: its query, and what it works on. */
export interface DataRequest extends MockDataDependencies {
  readonly query: string;
}

/** Whom the token of a request speaks for: read and checked before anything else. */
export function authenticateMock({ query, ...dependencies }: DataRequest): MockPrincipal {
  return authenticate(readMockParameters(tokenRules, query), dependencies);
}

/** The survey that a path names, within the reach of the request's token. */
export function findReachableMock(surveyId: string, request: DataRequest): MockSurvey {
  const { ownerId } = authenticateMock(request);
  const isId = /^(0|[1-9]\d{0,15})$/.test(surveyId) && Number(surveyId) <= largest;
  if (!isId) throw new MockRefusal("invalid_argument", { parameter: "survey_id" });
  const survey = request.world.surveys.find(({ id }) => id === Number(surveyId));
  if (survey?.ownerId !== ownerId) throw new MockRefusal("not_found");
  return survey;
}

function authenticate(
  { appid = "", access_token: token = "" }: ParameterValues,
  { tokens, world }: MockDataDependencies,
): MockPrincipal {
  const { mayWrite = true } = world.applications.find((application) => application.appid === appid) ?? {};
  const grant = tokens.findGrant(appid, token);
  if (grant !== undefined) return { mode: "user", ownerId: grant.user.id, mayWrite, grant };
  const team = tokens.findTeam(appid, token);
  if (team === undefined) throw new MockRefusal("invalid_token");
  if (team.plan === "free") throw new MockRefusal("invalid_org_subscription");
  return { mode: "team", ownerId: team.teamId, mayWrite, team };
}

function creatorToNarrowTo(
  principal: MockPrincipal,
  { openid, user_id }: ParameterValues,
  { tokens }: MockDataDependencies,
): number | undefined {
  const userId = user_id === undefined ? undefined : Number(user_id);
  if (principal.mode === "team") {
    const byOpenid = openid === undefined ? undefined : (tokens.findGrantByOpenid(openid)?.user.id ?? -1);
    return memberToNarrowTo(principal.team, byOpenid, userId);
  }
  if (openid === undefined) throw new MockRefusal("invalid_argument", { parameter: "openid" });
  const speaksForIt =
    openid === principal.grant.openid && (userId ?? principal.ownerId) === principal.ownerId;
  if (!speaksForIt) throw new MockRefusal("claim_error");
  return undefined;
}

function memberToNarrowTo(
  { teamId, memberIds = [] }: MockTeamApplication,
  byOpenid: number | undefined,
  userId: number | undefined,
): number | undefined {
  const named = [byOpenid, userId === teamId ? undefined : userId].filter((id) => id !== undefined);
  const [member] = named;
  const isOneMember = named.every((id) => id === member && memberIds.includes(id));
  if (!isOneMember) throw new MockRefusal("claim_error");
  return member;
}
