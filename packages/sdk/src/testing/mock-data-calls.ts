import type { ParameterRules, ReplyData } from "./documented-call.ts";
import { readMockParameters, type ParameterValues } from "./mock-parameters.ts";
import { MockRefusal } from "./mock-response.ts";
import {
  answerData,
  filled,
  firstItem,
  numberedAnswers,
  surveyData,
  tableColumns,
  tableRow,
} from "./mock-survey-data.ts";
import type { MockGrant, MockTokens } from "./mock-tokens.ts";
import type { MockSurvey, MockTeamApplication, MockWorld } from "./mock-world.ts";

/** What the calls work on. */
export interface MockCallDependencies {
  readonly world: MockWorld;
  readonly tokens: MockTokens;
}

/** Whom a call acts for. */
export type MockPrincipal =
  | { readonly mode: "user"; readonly ownerId: number; readonly mayWrite: boolean; readonly grant: MockGrant }
  | {
      readonly mode: "team";
      readonly ownerId: number;
      readonly mayWrite: boolean;
      readonly team: MockTeamApplication;
    };

/** A data call whose token and parameters are good. */
export interface DataRequest extends MockCallDependencies {
  readonly values: ParameterValues;
  /** Example of the data. */
  readonly data: ReplyData;
  readonly principal: MockPrincipal;
}

const longestPage = 100;
/** Of changes, and of the rows of a table. */
const longestLongPage = 1000;

/** `GET /api/oauth2/user`. */
export function getMockUser({ values, principal }: DataRequest) {
  if (principal.mode !== "user" || principal.grant.openid !== values["openid"])
    throw new MockRefusal("claim_error");
  const { openid, user } = principal.grant;
  return { openid, nickname: user.nickname, avatar: user.avatar ?? "" };
}

/** `GET /api/surveys`. */
export function listMockSurveys(request: DataRequest) {
  const { values, data, principal, world } = request;
  const creatorId = creatorToNarrowTo(request);
  const surveys = world.surveys
    .filter(({ ownerId }) => ownerId === principal.ownerId)
    .filter((survey) => creatorId === undefined || (survey.creatorId ?? survey.ownerId) === creatorId)
    .toSorted((one, other) => one.id - other.id);
  const [page, perPage] = [Number(values["page"] ?? 1), Number(values["per_page"] ?? 20)];
  const shown = surveys.slice((page - 1) * perPage, page * perPage);
  return { total: surveys.length, list: shown.map((one) => filled(firstItem(data), surveyData(one))) };
}

/** `GET /api/surveys/{survey_id}` and its `/legacy`. */
export function getMockSurvey(request: DataRequest) {
  return filled(request.data, surveyData(findReachableMock(request)));
}

/** `GET /api/surveys/{survey_id}/answers`. */
export function listMockAnswers(request: DataRequest) {
  const { values, data } = request;
  const answers = numberedAnswers(findReachableMock(request));
  const start = Number(values["last_answer_id"] ?? 0);
  const shown = answers
    .filter(({ serial }) => serial > start)
    .slice(0, Math.min(Number(values["per_page"] ?? 20), longestPage));
  const last = shown.at(-1)?.serial ?? (answers.length === 0 ? 0 : start);
  const list = shown.map((answer) => filled(firstItem(data), answerData(answer)));
  return { total: answers.length, last_answer_id: last, list };
}

/** `GET /api/surveys/{survey_id}/changes`: the answers of a mock survey are neither changed nor deleted. */
export function listMockChanges(request: DataRequest) {
  const { values, data } = request;
  const [start = 0] = (values["cursor"] ?? "0.0").split(".").map(Number);
  const most = Math.min(Number(values["per_page"] ?? longestPage), longestLongPage);
  const left = numberedAnswers(findReachableMock(request)).filter(({ serial }) => serial > start);
  const example = firstItem(data);
  const shown = left.slice(0, most).map((answer) => ({
    ...filled(example, { change: "sent", answer_id: answer.serial }),
    answer: { ...answerData(answer), score: null, wechat_work_user: {} },
  }));
  const cursor = `${left[shown.length - 1]?.serial ?? start}.0`;
  return { list: shown, cursor, has_more: left.length >= most };
}

/** `GET /api/surveys/{survey_id}/table`, as a page. */
export function listMockTable(request: DataRequest) {
  const { values } = request;
  const start = Number(values["last_answer_id"] ?? 0);
  const left = numberedAnswers(findReachableMock(request)).filter(({ serial }) => serial > start);
  const shown = left.slice(0, Math.min(Number(values["per_page"] ?? longestLongPage), longestLongPage));
  return {
    columns: tableColumns,
    list: shown.map(tableRow),
    last_answer_id: shown.at(-1)?.serial ?? start,
    has_more: left.length > shown.length,
  };
}

/** `GET /api/surveys/{survey_id}/answers/{answer_id}`. */
export function getMockAnswer(request: DataRequest) {
  const { answer_id: answerId = "" } = request.values;
  if (!/^([1-9]\d{0,15}|[A-Za-z][A-Za-z0-9]{9})$/.test(answerId))
    throw new MockRefusal("invalid_argument", { parameter: "answer_id" });
  const survey = findReachableMock(request);
  const found = numberedAnswers(survey).find(
    ({ serial, hash }) => String(serial) === answerId || hash === answerId,
  );
  if (found === undefined) throw new MockRefusal("not_found");
  return filled(request.data, { ...answerData(found), survey_id: survey.id });
}

const tokenRules: ParameterRules = {
  appid: { required: true, minLength: 1, maxLength: 64 },
  access_token: { required: true, minLength: 1, maxLength: 128 },
};

/** Whom the token of a request acts for: read and checked before anything else. @throws MockRefusal */
export function authenticateMock(query: string, { tokens, world }: MockCallDependencies): MockPrincipal {
  const { appid = "", access_token: token = "" } = readMockParameters(tokenRules, query);
  const { mayWrite = true } = world.applications.find((application) => application.appid === appid) ?? {};
  const grant = tokens.findGrant(appid, token);
  if (grant !== undefined) return { mode: "user", ownerId: grant.user.id, mayWrite, grant };
  const team = tokens.findTeam(appid, token);
  if (team === undefined) throw new MockRefusal("invalid_token");
  if (team.plan === "free") throw new MockRefusal("invalid_org_subscription");
  return { mode: "team", ownerId: team.teamId, mayWrite, team };
}

/** The survey that a path names, within the reach of the request's token. @throws MockRefusal `not_found` */
export function findReachableMock({ values, principal, world }: DataRequest): MockSurvey {
  const survey = world.surveys.find(({ id }) => id === Number(values["survey_id"]));
  if (survey?.ownerId !== principal.ownerId) throw new MockRefusal("not_found");
  return survey;
}

function creatorToNarrowTo({ principal, values, tokens }: DataRequest): number | undefined {
  const { openid, user_id } = values;
  const userId = user_id === undefined ? undefined : Number(user_id);
  if (principal.mode === "team") {
    const byOpenid = openid === undefined ? undefined : (tokens.findGrantByOpenid(openid)?.user.id ?? -1);
    return memberToNarrowTo(principal.team, byOpenid, userId);
  }
  if (openid === undefined) throw new MockRefusal("invalid_argument", { parameter: "openid" });
  const actsForIt = openid === principal.grant.openid && (userId ?? principal.ownerId) === principal.ownerId;
  if (!actsForIt) throw new MockRefusal("claim_error");
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
