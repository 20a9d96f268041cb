import {
  authenticateMock,
  findReachableMock,
  type DataRequest,
  type MockPrincipal,
} from "./mock-data-calls.ts";
import { idIn, textIn } from "./mock-body-fields.ts";
import { MockRefusal } from "./mock-refusal.ts";
import { numberedAnswers, surveyHash, timeText } from "./mock-survey-data.ts";
import { pagesOfText } from "./mock-survey-text.ts";
import type { MockAccount, MockAnswer, MockSurvey } from "./mock-world.ts";

/** A POST to a mock platform. */
export interface WriteRequest extends DataRequest {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether a body was sent: one without fields counts. */
  readonly hasBody: boolean;
  readonly now: () => number;
  readonly baseUrl: string;
}

type Fields = WriteRequest["fields"];

/** `POST /api/surveys`. */
export function createMockSurvey(request: WriteRequest) {
  const { world, fields, now, baseUrl } = request;
  const principal = authenticateMock(request);
  const text = fields["text"];
  if (typeof text !== "string" || text === "") throw refused("text");
  const id = Math.max(0, ...world.surveys.map((survey) => survey.id)) + 1;
  const survey: MockSurvey = {
    id,
    ownerId: principal.ownerId,
    creatorId: creatorOf(principal, fields),
    ...pagesOfText(text, id),
    text,
    scene: Number(fields["scene"] ?? 1),
    state: 0,
    createdAt: now(),
  };
  world.surveys.push(survey);
  const hash = surveyHash(survey);
  const url = `${baseUrl}/s2/${id}/${hash}/`;
  return { survey_id: id, id, hash, url, survey_url: url, notes: [] };
}

function creatorOf(principal: MockPrincipal, { org = 0, user_id: userId = 0 }: Fields): number {
  const { ownerId } = principal;
  const teams = principal.mode === "team" ? [0, ownerId] : [0];
  const members = principal.mode === "team" ? (principal.team.memberIds ?? []) : [];
  if (!teams.includes(Number(org)) || ![0, ownerId, ...members].includes(Number(userId)))
    throw new MockRefusal("claim_error");
  return members.find((id) => id === userId) ?? members[0] ?? ownerId;
}

/** `POST /api/surveys/{survey_id}/settings`. */
export function changeMockSettings(surveyId: string, request: WriteRequest) {
  const survey = findReachableMock(surveyId, request);
  replace(survey, changesOf(request.fields), request);
  return { result: "success" };
}

function changesOf(fields: Fields): Partial<MockSurvey> {
  const { redirect_url: redirectUrl, state } = fields;
  if (redirectUrl !== undefined && !isAddress(redirectUrl)) throw new MockRefusal("invalid_redirect_url");
  if (state !== undefined && ![0, 2, 3].includes(Number(state))) throw refused("state");
  return {
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(state !== undefined && { state: stateOf(Number(state)) }),
    ...flag(fields, "login_check", "requiresSignIn"),
    ...flag(fields, "is_allow_update_answer", "allowsAnswerUpdates"),
    ...moment(fields, "started_at", "startedAt"),
    ...moment(fields, "end_at", "endAt"),
  };
}

function stateOf(state: number): 0 | 2 | 3 {
  if (state === 2) return 2;
  return state === 3 ? 3 : 0;
}

function isAddress(address: unknown): address is string {
  return address === "" || (typeof address === "string" && /^https?:\/\/[^\s@]+$/.test(address));
}

function flag(fields: Fields, name: string, property: "requiresSignIn" | "allowsAnswerUpdates") {
  const value = fields[name];
  if (value === undefined) return {};
  const isTrue = [true, 1, "1", "true"].some((one) => one === value);
  if (!isTrue && ![false, 0, "0", "false"].some((one) => one === value)) throw refused(name);
  return { [property]: isTrue };
}

function moment(fields: Fields, name: string, property: "startedAt" | "endAt") {
  const value = fields[name];
  if (value === undefined) return {};
  if (value === "") return { [property]: null };
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);
  const at = isTime ? Date.parse(`${value}+08:00`) : Number.NaN;
  if (Number.isNaN(at)) throw refused(name);
  return { [property]: at };
}

/** `POST /api/surveys/{survey_id}/custom_args`. */
export function addMockCustomArgument(surveyId: string, request: WriteRequest) {
  const { title, description = "" } = request.fields;
  const survey = findReachableMock(surveyId, request);
  if (typeof title !== "string" || !/^[\w.-]{1,64}$/.test(title)) throw refused("title");
  if (typeof description !== "string") throw refused("description");
  const known = survey.customArguments ?? [];
  if (known.includes(title)) throw refused("title");
  replace(survey, { customArguments: [...known, title] }, request);
  const at = timeText(request.now());
  const questionId = `custom-arg-${String(known.length + 1).padStart(2, "0")}`;
  const texts = { type: "text", title, description, created_at: at, updated_at: at };
  return { survey_id: survey.id, question_id: questionId, ...texts };
}

/** `POST /api/surveys/{survey_id}/report_aggs`: by day; a mock platform keeps no channels and devices. */
export function countMockAnswers(surveyId: string, request: WriteRequest) {
  const { answers = [] } = findReachableMock(surveyId, request);
  const status = [
    { key: "valid", count: answers.length },
    { key: "invalid", count: 0 },
  ];
  const times = answers.map(({ startedAt = 0, endedAt = startedAt }) => (endedAt - startedAt) / 1000);
  const mean = times.length === 0 ? 0 : times.reduce((sum, time) => sum + time, 0) / times.length;
  const nothing = { channel: [], location: [], ua_device: [], ua_os: [] };
  return { duration_avg: Math.round(mean), status, ...nothing, interval: "1d", trends: [] };
}

/** `POST /api/surveys/{survey_id}/answers`. */
export function sendMockAnswer(surveyId: string, request: WriteRequest) {
  const survey = collecting(surveyId, request);
  const pages = pagesOf(request.fields);
  const respondent = mockRespondentOf(request, survey.id);
  const times = { startedAt: request.now(), endedAt: request.now() };
  const answer: MockAnswer = { ...times, pages, ...(respondent && { respondent }) };
  const answers = [...(survey.answers ?? []), answer];
  replace(survey, { answers }, request);
  return { survey_id: survey.id, answer_id: answers.length };
}

/** `POST /api/surveys/{survey_id}/answers/{answer_id}`. */
export function changeMockAnswer(surveyId: string, answerId: string, request: WriteRequest) {
  const survey = collecting(surveyId, request);
  const found = numberedAnswers(survey).find(
    ({ serial, hash }) => String(serial) === answerId || hash === answerId,
  );
  if (found === undefined) throw new MockRefusal("not_found");
  if (survey.allowsAnswerUpdates !== true) throw new MockRefusal("permission_denied");
  const changed = { ...found.answer, pages: pagesOf(request.fields) };
  const answers = (survey.answers ?? []).map((answer, at) => (at === found.serial - 1 ? changed : answer));
  replace(survey, { answers }, request);
  return { survey_id: survey.id, answer_id: found.serial };
}

/** Who gives an answer that a program sends. @throws MockRefusal `invalid_argument` */
function mockRespondentOf(request: WriteRequest, surveyId: number): MockAnswer["respondent"] {
  const { fields, world } = request;
  const id = fields["respondent_id"] === undefined ? 0 : idIn(fields, "respondent_id");
  const openid = openidOf(fields);
  const list = world.accessLists.get(surveyId);
  if (id === 0 && openid === "" && list === undefined) return undefined;
  const principal = authenticateMock(request);
  const isNamed = (one: MockAccount) =>
    principal.mode === "team" &&
    one.appid === principal.team.appid &&
    (id === 0 || one.respondent_id === id) &&
    (openid === "" || one.openid === openid);
  const account = id === 0 && openid === "" ? undefined : world.accounts.find(isNamed);
  const isListed = list === undefined || list.some((entry) => entry.respondentId === account?.respondent_id);
  if (account === undefined || !isListed) throw refused("respondent_id");
  return { respondentId: account.respondent_id, openid: account.openid, nickname: account.nickname };
}

function openidOf({ answer }: Fields): string {
  const sent = typeof answer === "object" && answer !== null ? Object.entries(answer) : [];
  const given = Object.fromEntries(sent.filter(([name]) => name === "openid" || name === "open_id"));
  return textIn(given, "openid", { most: 128 }) || textIn(given, "open_id", { most: 128 }) || "";
}

function collecting(surveyId: string, request: WriteRequest): MockSurvey {
  const survey = findReachableMock(surveyId, request);
  if ((survey.state ?? 2) !== 2) throw refused("state");
  return survey;
}

/** What a mock platform asks of an answer: pages with questions that have ids. */
function pagesOf({ answer }: Fields): readonly unknown[] {
  const pages = typeof answer === "object" && answer !== null && "pages" in answer ? answer.pages : answer;
  if (!Array.isArray(pages) || pages.length === 0) throw refused("answer");
  return pages;
}

function replace(survey: MockSurvey, changes: Partial<MockSurvey>, { world, now }: WriteRequest): void {
  const at = world.surveys.findIndex(({ id }) => id === survey.id);
  world.surveys[at] = { ...survey, ...changes, updatedAt: now() };
}

function refused(parameter: string): MockRefusal {
  return new MockRefusal("invalid_argument", { parameter });
}
