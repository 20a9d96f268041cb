import type { DocumentedCall } from "./documented-call.ts";
import type { ParameterValues } from "./mock-parameters.ts";
import {
  bearerGrant,
  type MockCallDependencies,
  type MockPrincipal,
  type MockRequest,
} from "./mock-request.ts";
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
import type { TokenRequest } from "./mock-token-calls.ts";
import type { MockSurvey, MockTeamApplication } from "./mock-world.ts";

/** A data call whose token and parameters are good. */
export interface DataRequest extends MockCallDependencies {
  readonly sent: MockRequest;
  readonly call: DocumentedCall;
  readonly values: ParameterValues;
  readonly principal: MockPrincipal;
}

/** `GET /oauth/userinfo`. */
export function getMockUserinfo({ sent, tokens }: TokenRequest) {
  const { openid, user } = bearerGrant(sent, tokens);
  return { sub: openid, name: user.nickname, ...(user.avatar && { picture: user.avatar }) };
}

/** `GET /api/oauth2/user`. */
export function getMockUser({ values, principal: { grant } }: DataRequest) {
  if (grant === undefined || grant.openid !== values["openid"]) throw new MockRefusal("claim_error");
  const { openid, user } = grant;
  return { openid, nickname: user.nickname, avatar: user.avatar ?? "" };
}

/** `GET /api/surveys`. */
export function listMockSurveys(request: DataRequest) {
  const { values, call, principal, world } = request;
  const memberId = memberAskedFor(request);
  const surveys = world.surveys
    .filter(({ ownerId }) => ownerId === principal.ownerId)
    .filter((survey) => memberId === undefined || (survey.creatorId ?? survey.ownerId) === memberId)
    .toSorted((one, other) => one.id - other.id);
  const [page, perPage] = [Number(values["page"] ?? 1), Number(values["per_page"] ?? 20)];
  const shown = surveys.slice((page - 1) * perPage, page * perPage);
  return { total: surveys.length, list: shown.map((one) => filled(firstItem(call.data), surveyData(one))) };
}

/** The member whose surveys alone are asked for. @throws MockRefusal for one that the token does not reach */
function memberAskedFor({ principal, values, tokens }: DataRequest): number | undefined {
  const { openid, user_id: userId } = values;
  const { grant, team, ownerId } = principal;
  const named = userId === undefined ? [] : [Number(userId)];
  if (team !== undefined) {
    const byOpenid = openid === undefined ? [] : [tokens.findGrantByOpenid(openid)?.user.id ?? -1];
    return memberOf(team, [...byOpenid, ...named]);
  }
  if (openid === undefined) throw new MockRefusal("invalid_argument", { parameter: "openid" });
  if (grant?.openid !== openid || named.some((id) => id !== ownerId)) throw new MockRefusal("claim_error");
  return undefined;
}

/** @param named as user ids, where the team's own id stands for all of it */
function memberOf({ teamId, memberIds = [] }: MockTeamApplication, named: readonly number[]) {
  const [member, ...others] = new Set(named.filter((id) => id !== teamId));
  const isMember = others.length === 0 && (member === undefined || memberIds.includes(member));
  if (!isMember) throw new MockRefusal("claim_error");
  return member;
}

/** `GET /api/surveys/{survey_id}` and its `/legacy`. */
export function getMockSurvey(request: DataRequest) {
  return filled(request.call.data, surveyData(reachableSurvey(request)));
}

/** `GET /api/surveys/{survey_id}/answers`. */
export function listMockAnswers(request: DataRequest) {
  const start = Number(request.values["last_answer_id"] ?? 0);
  const { all, shown } = answersAfter(start, request, { usual: 20, most: 100 });
  const last = shown.at(-1)?.serial ?? (all.length === 0 ? 0 : start);
  const list = shown.map((answer) => filled(firstItem(request.call.data), answerData(answer)));
  return { total: all.length, last_answer_id: last, list };
}

/** `GET /api/surveys/{survey_id}/changes`: the answers of a mock survey are neither changed nor deleted. */
export function listMockChanges(request: DataRequest) {
  const [start = 0] = (request.values["cursor"] ?? "0.0").split(".").map(Number);
  const { shown, hasMore } = answersAfter(start, request, { usual: 100, most: 1000 });
  const list = shown.map((answer) => ({
    ...filled(firstItem(request.call.data), { change: "sent", answer_id: answer.serial }),
    answer: { ...answerData(answer), score: null, wechat_work_user: {} },
  }));
  return { list, cursor: `${shown.at(-1)?.serial ?? start}.0`, has_more: hasMore };
}

/** `GET /api/surveys/{survey_id}/table`, as a page. */
export function listMockTable(request: DataRequest) {
  const start = Number(request.values["last_answer_id"] ?? 0);
  const { shown, hasMore } = answersAfter(start, request, { usual: 1000, most: 1000 });
  const last = shown.at(-1)?.serial ?? start;
  return { columns: tableColumns, list: shown.map(tableRow), last_answer_id: last, has_more: hasMore };
}

function answersAfter(
  start: number,
  request: DataRequest,
  { usual, most }: Record<"usual" | "most", number>,
) {
  const all = numberedAnswers(reachableSurvey(request));
  const left = all.filter(({ serial }) => serial > start);
  const shown = left.slice(0, Math.min(Number(request.values["per_page"] ?? usual), most));
  return { all, shown, hasMore: left.length > shown.length };
}

/** `GET /api/surveys/{survey_id}/answers/{answer_id}`. */
export function getMockAnswer(request: DataRequest) {
  const { answer_id: answerId = "" } = request.values;
  if (!/^([1-9]\d{0,15}|[A-Za-z][A-Za-z0-9]{9})$/.test(answerId))
    throw new MockRefusal("invalid_argument", { parameter: "answer_id" });
  const survey = reachableSurvey(request);
  const found = numberedAnswers(survey).find(({ serial, hash }) => [String(serial), hash].includes(answerId));
  if (found === undefined) throw new MockRefusal("not_found");
  return filled(request.call.data, { ...answerData(found), survey_id: survey.id });
}

/** The survey that a path names, within the reach of the request's token. @throws MockRefusal `not_found` */
function reachableSurvey({ values, principal, world }: DataRequest): MockSurvey {
  const survey = world.surveys.find(({ id }) => id === Number(values["survey_id"]));
  if (survey?.ownerId !== principal.ownerId) throw new MockRefusal("not_found");
  return survey;
}

/** The example of any other call, with what the request says in its place. Pages after the first are empty. @throws MockRefusal */
export function describedData(request: DataRequest): unknown {
  const { values, call, sent } = request;
  if (values["survey_id"] !== undefined) reachableSurvey(request);
  const fields: Readonly<Record<string, unknown>> = sent.method === "GET" ? {} : fieldsOf(sent);
  const missing = call.requiredFields.find((name) => fields[name] === undefined);
  if (missing !== undefined) throw new MockRefusal("invalid_argument", { parameter: missing });
  const isLaterPage = Number(values["page"] ?? 1) > 1 || Number(values["last_id"] ?? 0) > 0;
  const given = Object.entries({ ...values, ...fields }).filter(([, value]) => value !== undefined);
  const named = given.flatMap(([name, value]) => {
    const example = call.data[name];
    const known = typeof example === "number" ? Number(value) : value;
    return typeof known === typeof example && typeof example !== "object" ? [[name, known] as const] : [];
  });
  return filled(call.data, { ...Object.fromEntries(named), ...(isLaterPage && { list: [] }) });
}

/** @throws MockRefusal `invalid_argument` */
function fieldsOf({ contentType, body }: MockRequest): Readonly<Record<string, unknown>> {
  if (body === "") return {};
  if (contentType.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(body));
  if (!contentType.startsWith("application/json"))
    throw new MockRefusal("invalid_argument", { parameter: "Content-Type" });
  const value = parsed(body);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new MockRefusal("invalid_argument", { parameter: "body" });
  return Object.fromEntries(Object.entries(value));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
