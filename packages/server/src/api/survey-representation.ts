import type { AnswerSummary, Respondent } from "../model/answer.ts";
import { type PlatformZone, unixSeconds } from "../model/platform-time.ts";
import type { SurveySummary } from "../model/survey.ts";
import type { StoredAnswer } from "../store/answer-table.ts";

/*
 * Surveys and answers as JSON text, the `data` of an answer.
 *
 * Pages are kept as JSON text and copied in as they stand: parsing and writing them anew would cost
 * more than everything else that an answer needs. `JSON.stringify` writes the texts, so quotes,
 * controls and halves of surrogate pairs are always escaped.
 */

/** One page of a survey's answers, ascending by serial. */
export interface AnswerSlice {
  /** Answers that the survey has, on all pages. */
  readonly total: number;
  readonly answers: readonly StoredAnswer[];
  /** Where the page began; handed back when the page is empty. 0 for the beginning. */
  readonly lastAnswerId: number;
}

/**
 * A survey in the newer spelling: text times, no camel-case twins.
 *
 * @param pagesJson the pages' JSON text as stored
 * @returns the JSON text of `data`
 */
export function surveyJson(survey: SurveySummary, pagesJson: string, zone: PlatformZone): string {
  return (
    `${surveyBody(survey, pagesJson)},${surveyWindow(survey, zone)}` +
    `,"created_at":"${zone.format(survey.createdAt)}","updated_at":"${zone.format(survey.updatedAt)}"${surveyEnd(survey)}`
  );
}

/**
 * A survey in the older spelling: integer seconds in camel case, beside the newer window fields.
 *
 * @param pagesJson the pages' JSON text as stored
 * @returns the JSON text of `data`
 */
export function legacySurveyJson(survey: SurveySummary, pagesJson: string, zone: PlatformZone): string {
  return (
    `${surveyBody(survey, pagesJson)},"startTime":${unixSeconds(survey.startedAt)},"endTime":${unixSeconds(survey.endAt)}` +
    `,${surveyWindow(survey, zone)}` +
    `,"createTime":${unixSeconds(survey.createdAt)},"updateTime":${unixSeconds(survey.updatedAt)}${surveyEnd(survey)}`
  );
}

function surveyBody(survey: SurveySummary, pagesJson: string): string {
  return (
    `{"id":${survey.id},"hash":${JSON.stringify(survey.hash)},"scene":${survey.scene}` +
    `,"title":${JSON.stringify(survey.title)},"prefix":${JSON.stringify(survey.prefix)},"suffix":${JSON.stringify(survey.suffix)}` +
    `,"pages":${pagesJson},"page_count":${survey.pageCount},"topic_count":${survey.questionCount}`
  );
}

function surveyWindow(survey: SurveySummary, zone: PlatformZone): string {
  return `"started_at":"${zone.format(survey.startedAt)}","end_at":"${zone.format(survey.endAt)}"`;
}

function surveyEnd(survey: SurveySummary): string {
  return (
    `,"state":${survey.state},"template_id":${survey.templateId}` +
    `,"creator_user_id":${survey.creatorUserId},"answer_count":${survey.answerCount}` +
    `,"login_check":${survey.requiresSignIn === 1},"redirect_url":${JSON.stringify(survey.redirectUrl)}` +
    `,"is_allow_update_answer":${survey.allowsAnswerUpdates === 1}}`
  );
}

/** One survey of a list, as JSON text: the documented fields, then what a list page wants to show. */
export function surveyListItemJson(survey: SurveySummary, zone: PlatformZone): string {
  return (
    `{"id":${survey.id},"hash":${JSON.stringify(survey.hash)},"title":${JSON.stringify(survey.title)}` +
    `,"state":${survey.state},"scene":${survey.scene},"answer_count":${survey.answerCount}` +
    `,"created_at":"${zone.format(survey.createdAt)}","updated_at":"${zone.format(survey.updatedAt)}"}`
  );
}

/** A page of surveys as JSON text. `total` counts those on all pages. */
export function surveyListJson(total: number, surveys: readonly SurveySummary[], zone: PlatformZone): string {
  return `{"total":${total},"list":[${surveys.map((survey) => surveyListItemJson(survey, zone)).join(",")}]}`;
}

/** One answer of a list, as JSON text. */
export function answerListItemJson(answer: StoredAnswer, zone: PlatformZone): string {
  return (
    `{"answer_id":${answer.answerId},"qq":${answer.respondent.respondentId}` +
    `,"wechat_work_user":{},${respondentParts(answer.respondent)}` +
    `,${answerTimes(answer, zone)},"score":null` +
    `,"third_party_user":${respondentJson(answer.respondent)},"answer":${answer.pagesJson}}`
  );
}

/**
 * A page of answers as JSON text.
 *
 * `last_answer_id` is the greatest serial on the page; of an empty page past the end it is the place
 * where the page began, so that a client that keeps asking stays there; 0 when there are no answers.
 */
export function answerListJson(slice: AnswerSlice, zone: PlatformZone): string {
  const last = slice.answers.at(-1)?.answerId ?? (slice.total === 0 ? 0 : slice.lastAnswerId);
  const list = slice.answers.map((answer) => answerListItemJson(answer, zone)).join(",");
  return `{"total":${slice.total},"last_answer_id":${last},"list":[${list}]}`;
}

/** One answer asked for alone, as JSON text. */
export function answerDetailJson(answer: StoredAnswer, zone: PlatformZone): string {
  return (
    `{"survey_id":${answer.surveyId},"answer_id":${answer.answerId},"respondent_id":${answer.respondent.respondentId}` +
    `,${respondentParts(answer.respondent)},${answerTimes(answer, zone)},"score":null` +
    `,"third_party_user":${respondentJson(answer.respondent)},"answer":${answer.pagesJson}}`
  );
}

/** Type of a respondent who is an account of a third party, as in lists of who may answer. */
const thirdPartyRespondent = 11;

function respondentParts({ openid, nickname }: Respondent): string {
  const type = openid === "" ? 0 : thirdPartyRespondent;
  return `"openid":"","respondent_type":${type},"respondent_nickname":${JSON.stringify(nickname)}`;
}

function answerTimes(answer: AnswerSummary, zone: PlatformZone): string {
  return `"started_at":"${zone.format(answer.startedAt)}","ended_at":"${zone.format(answer.endedAt)}"`;
}

function respondentJson({ respondentId, openid, nickname }: Respondent): string {
  return `{"respondent_id":${respondentId},"openid":${JSON.stringify(openid)},"nickname":${JSON.stringify(nickname)}}`;
}
