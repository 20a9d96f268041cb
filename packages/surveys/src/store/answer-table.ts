import { rowsOf } from "@survey-open-platform/database";
import type { Kysely } from "kysely";
import type { AnswerReference } from "../model/answer-reference.ts";
import { prepare, type SurveySteps } from "./queries.ts";
import type { SurveySchema } from "./schema/schema.ts";

/** What the interface shows of an answer. Times are ms UTC. */
export interface AnswerRecord {
  readonly surveyId: number;
  /** Serial within the survey, from 1. */
  readonly answerId: number;
  /** The version that was answered. */
  readonly version: number;
  /** 0 for a respondent who was not signed in; then the names are empty. */
  readonly respondentId: number;
  readonly respondentOpenid: string;
  readonly respondentNickname: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** When the respondent last changed it; null when it is as it was sent. */
  readonly changedAt: number | null;
  /** `CustomArgumentValues` as JSON text; "" for none. */
  readonly argumentsText: string;
  /** `AnswerValues` as JSON text. */
  readonly valuesText: string;
  /** The version of the text of consent that the respondent agreed to; 0 where the survey had none. */
  readonly consentVersion: number;
}

/** An answer as it is kept. */
export interface StoredAnswer extends AnswerRecord {
  readonly hash: string;
  readonly channel: string;
  /** Class of the user agent. */
  readonly ua: string;
  readonly referrer: string;
  /** "" once it was kept as long as the survey says. */
  readonly address: string;
  /** When the address is to be emptied; null when there is none. */
  readonly addressUntil: number | null;
  readonly onceKey: string | null;
  /** The language in which it was answered, as a BCP 47 tag; "" where the survey had one alone. */
  readonly language: string;
}

/** Fewer columns than of {@link selectAnswers}: a page of a hundred answers is read very often. */
export function selectRecords(db: Kysely<SurveySchema>) {
  return db
    .selectFrom("answers")
    .select(["survey_id as surveyId", "answer_id as answerId", "version"])
    .select(["respondent_id as respondentId", "respondent_openid as respondentOpenid"])
    .select(["respondent_nickname as respondentNickname", "started_at as startedAt", "ended_at as endedAt"])
    .select(["changed_at as changedAt", "custom_arguments as argumentsText", "answer_values as valuesText"])
    .select("consent_version as consentVersion");
}

function selectAnswers(db: Kysely<SurveySchema>) {
  return selectRecords(db)
    .select(["hash", "once_key as onceKey", "language"])
    .select(["channel", "ua", "referrer", "address", "address_until as addressUntil"]);
}

interface PageParameters {
  readonly surveyId: number;
  readonly lastAnswerId: number;
  readonly perPage: number;
}

const pageOfAnswers = prepare<PageParameters>()((db, param) =>
  selectAnswers(db)
    .where("survey_id", "=", param("surveyId"))
    .where("answer_id", ">", param("lastAnswerId"))
    .orderBy("answer_id")
    .limit(param("perPage")),
);

const pageOfRecords = prepare<PageParameters>()((db, param) =>
  selectRecords(db)
    .where("survey_id", "=", param("surveyId"))
    .where("answer_id", ">", param("lastAnswerId"))
    .orderBy("answer_id")
    .limit(param("perPage")),
);

/** A part of a survey's answers. */
export interface AnswerListRequest {
  readonly surveyId: number;
  /** Only answers after this serial; 0 for all. */
  readonly lastAnswerId: number;
  readonly perPage: number;
}

/** Lists a survey's answers by ascending serial. */
export function listAnswers(request: AnswerListRequest): SurveySteps<readonly StoredAnswer[]> {
  return rowsOf(pageOfAnswers, request);
}

/** Lists what the interface shows of a survey's answers, by ascending serial. */
export function listAnswerRecords(request: AnswerListRequest): SurveySteps<readonly AnswerRecord[]> {
  return rowsOf(pageOfRecords, request);
}

const answersBefore = prepare<AnswersBefore>()((db, param) =>
  selectAnswers(db)
    .where("survey_id", "=", param("surveyId"))
    .where("answer_id", "<", param("before"))
    .orderBy("answer_id", "desc")
    .limit(param("limit")),
);

/** A part of a survey's answers, from the newest down. */
export interface AnswersBefore {
  readonly surveyId: number;
  /** Only answers before this serial. */
  readonly before: number;
  readonly limit: number;
}

/** Lists a survey's answers by descending serial. */
export function listAnswersBefore(request: AnswersBefore): SurveySteps<readonly StoredAnswer[]> {
  return rowsOf(answersBefore, request);
}

/** An answer by its survey and its name there. */
export interface AnswerOfSurvey {
  readonly surveyId: number;
  readonly answer: AnswerReference;
}

const answerBySerial = prepare<{ readonly surveyId: number; readonly serial: number }>()((db, param) =>
  selectAnswers(db).where("survey_id", "=", param("surveyId")).where("answer_id", "=", param("serial")),
);

const answerByHash = prepare<{ readonly surveyId: number; readonly hash: string }>()((db, param) =>
  selectAnswers(db).where("survey_id", "=", param("surveyId")).where("hash", "=", param("hash")),
);

/** Finds an answer of a survey by its serial or its hash. */
export function* findAnswer({ surveyId, answer }: AnswerOfSurvey): SurveySteps<StoredAnswer | undefined> {
  const [found] =
    "serial" in answer
      ? yield* rowsOf(answerBySerial, { surveyId, serial: answer.serial })
      : yield* rowsOf(answerByHash, { surveyId, hash: answer.hash });
  return found;
}
