import type { MockAnswer, MockSurvey } from "./mock-world.ts";

/** The platform writes times in China's, which has no summer time. */
const zoneOffsetMs = 8 * 3_600_000;
const longAgo = Date.UTC(2026, 0, 5, 1, 0, 0);

/** A survey as an item of a list. */
export function surveyListItem(survey: MockSurvey) {
  const { id, title, state = 2, scene = 1, answers = [], createdAt = longAgo } = survey;
  return {
    id,
    hash: surveyHash(survey),
    title,
    state,
    scene,
    answer_count: answers.length,
    created_at: timeText(createdAt),
    updated_at: timeText(survey.updatedAt ?? createdAt),
  };
}

/** A survey in the newer spelling. */
export function surveyDetail(survey: MockSurvey) {
  const { createdAt = longAgo } = survey;
  return {
    ...surveyStart(survey),
    ...surveyWindow(survey),
    created_at: timeText(createdAt),
    updated_at: timeText(survey.updatedAt ?? createdAt),
    ...surveyEnd(survey),
  };
}

/** A survey in the older spelling. */
export function legacySurveyDetail(survey: MockSurvey) {
  const { startedAt = null, endAt = null, createdAt = longAgo } = survey;
  return {
    ...surveyStart(survey),
    startTime: unixSeconds(startedAt),
    endTime: unixSeconds(endAt),
    ...surveyWindow(survey),
    createTime: unixSeconds(createdAt),
    updateTime: unixSeconds(survey.updatedAt ?? createdAt),
    ...surveyEnd(survey),
    text: survey.text ?? survey.title,
  };
}

function surveyStart(survey: MockSurvey) {
  const { id, scene = 1, title, prefix = "", suffix = "", pages = [] } = survey;
  return {
    id,
    hash: surveyHash(survey),
    scene,
    title,
    prefix,
    suffix,
    pages,
    page_count: pages.length,
    topic_count: pages.reduce((count, page) => count + page.questions.length, 0),
  };
}

function surveyWindow({ startedAt = null, endAt = null }: MockSurvey) {
  return { started_at: timeText(startedAt), end_at: timeText(endAt) };
}

function surveyEnd(survey: MockSurvey) {
  const { state = 2, ownerId, creatorId = ownerId, answers = [] } = survey;
  return {
    state,
    template_id: 0,
    creator_user_id: creatorId,
    answer_count: answers.length,
    login_check: survey.requiresSignIn ?? false,
    redirect_url: survey.redirectUrl ?? "",
    is_allow_update_answer: survey.allowsAnswerUpdates ?? false,
  };
}

/** An answer with its serial. */
export interface NumberedAnswer {
  readonly serial: number;
  readonly hash: string;
  readonly answer: MockAnswer;
}

/** A survey's answers, numbered from 1. */
export function numberedAnswers({ answers = [] }: MockSurvey): readonly NumberedAnswer[] {
  return answers.map((answer, index) => {
    const serial = index + 1;
    return { serial, hash: answer.hash ?? `m${String(serial).padStart(9, "0")}`, answer };
  });
}

/** An answer as an item of a list. */
export function answerListItem({ serial, answer }: NumberedAnswer) {
  return {
    answer_id: serial,
    qq: respondentOf(answer).respondent_id,
    wechat_work_user: {},
    ...answerContent(answer),
  };
}

/** An answer asked for alone. */
export function answerDetail(surveyId: number, { serial, answer }: NumberedAnswer) {
  return {
    survey_id: surveyId,
    answer_id: serial,
    respondent_id: respondentOf(answer).respondent_id,
    ...answerContent(answer),
  };
}

function answerContent(answer: MockAnswer) {
  const respondent = respondentOf(answer);
  return {
    openid: "",
    respondent_type: respondent.openid === "" ? 0 : 11,
    respondent_nickname: respondent.nickname,
    ...answerTimes(answer),
    score: null,
    third_party_user: respondent,
    answer: answer.pages ?? [],
  };
}

function respondentOf({ respondent }: MockAnswer) {
  const { respondentId = 0, openid = "", nickname = "" } = respondent ?? {};
  return { respondent_id: respondentId, openid, nickname };
}

function answerTimes({ startedAt = longAgo, endedAt = startedAt + 190_000 }: MockAnswer) {
  return { started_at: timeText(startedAt), ended_at: timeText(endedAt) };
}

/** A part of the public address. */
export function surveyHash({ id, hash }: MockSurvey): string {
  return hash ?? id.toString(16).padStart(4, "0");
}

function unixSeconds(ms: number | null): number {
  return ms === null ? 0 : Math.floor(ms / 1000);
}

/** A time as the wire has it. */
export function timeText(ms: number | null): string {
  return ms === null ? "" : new Date(ms + zoneOffsetMs).toISOString().slice(0, 19).replace("T", " ");
}
