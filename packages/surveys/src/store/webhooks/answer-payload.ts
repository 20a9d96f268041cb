import type { PlatformZone } from "../../model/platform-time.ts";
import { deviceOf } from "../../model/user-agent-class.ts";
import type { AnswerRecord } from "../answer-table.ts";
import type { AnswerText } from "../answer-writers.ts";
import { missingAddress } from "./event.ts";

/** Type of a respondent who is an account of a third party. */
const thirdPartyRespondent = 11;

/** An answer that was added, changed or is deleted, with what its events show of it. */
export interface EventAnswer extends AnswerRecord {
  readonly ua: string;
  readonly referrer: string;
  /** Of the respondent; "" once it was kept as long as the survey says. */
  readonly address: string;
  /** When the address is to be emptied; null when there is none. */
  readonly addressUntil: number | null;
}

/** How the payload of an answer is written. */
export interface AnswerPayloadWriting {
  readonly surveyHash: string;
  readonly textOf: AnswerText;
  readonly zone: PlatformZone;
  /** Of the survey, where it is asked for. */
  readonly title?: string | undefined;
}

/** JSON text of the payload of an answer's event, without the respondent's address. No object is made: it is written for each answer. */
export function answerPayload(
  answer: EventAnswer,
  { surveyHash, textOf, zone, title }: AnswerPayloadWriting,
): string {
  const surveyTitle = title === undefined ? "" : `,"survey_title":${JSON.stringify(title)}`;
  const { respondentId, respondentOpenid: openid, startedAt, endedAt, consentVersion } = answer;
  const consent = consentVersion === 0 ? "" : `,"consent_version":${consentVersion}`;
  const thirdParty = `{"respondent_id":${respondentId},"openid":${JSON.stringify(openid)},"nickname":${JSON.stringify(answer.respondentNickname)}}`;
  return (
    `{"survey_id":${answer.surveyId},"survey_hash":"${surveyHash}","answer_id":${answer.answerId}` +
    `,"respondent_id":${respondentId},"respondent_type":${openid === "" ? 0 : thirdPartyRespondent},"openid":""` +
    `,"started_at":"${zone.format(startedAt)}","ended_at":"${zone.format(endedAt)}"` +
    `,"duration":${Math.max(0, Math.round((endedAt - startedAt) / 1000))}` +
    `,"country":"","province":"","city":"",${missingAddress},"ua":${JSON.stringify(deviceOf(answer.ua))}` +
    `,"referrer":${JSON.stringify(answer.referrer)},"third_party_user":${thirdParty},"answer":${textOf(answer)}${consent}${surveyTitle}}`
  );
}

/** A deleted answer, and all that its events may still say of it. */
export interface DeletedAnswer {
  readonly surveyId: number;
  readonly answerId: number;
  readonly hash: string;
}

/** JSON text of the payload of a deleted answer: its names, and nothing that it said. */
export function deletedAnswerPayload(
  { surveyId, answerId, hash }: DeletedAnswer,
  surveyHash: string,
): string {
  return JSON.stringify({
    survey_id: surveyId,
    survey_hash: surveyHash,
    answer_id: answerId,
    answer_hash: hash,
  });
}
