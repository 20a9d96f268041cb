import { rowsOf } from "@survey-open-platform/database";
import type { AnswerReference } from "@survey-open-platform/surveys";
import { prepare, type StoreSteps } from "./queries.ts";
import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** An answer as it is kept. Times are ms UTC. */
export interface StoredAnswer {
  readonly surveyId: number;
  /** Serial within the survey, from 1 without gaps. */
  readonly answerId: number;
  /** 0 for a respondent who was not signed in; then the names are empty. */
  readonly respondentId: number;
  readonly respondentOpenid: string;
  readonly respondentNickname: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** JSON text of the pages in their wire form, which need not be parsed to be served. */
  readonly pagesJson: string;
}

function selectAnswers(db: Kysely<Schema>) {
  return db
    .selectFrom("answers")
    .select(["survey_id as surveyId", "answer_id as answerId", "pages as pagesJson"])
    .select(["started_at as startedAt", "ended_at as endedAt", "respondent_id as respondentId"])
    .select(["respondent_openid as respondentOpenid", "respondent_nickname as respondentNickname"]);
}

const pageOfAnswers = prepare<{
  readonly surveyId: number;
  readonly lastAnswerId: number;
  readonly perPage: number;
}>()((db, param) =>
  selectAnswers(db)
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
export function listAnswers(request: AnswerListRequest): StoreSteps<readonly StoredAnswer[]> {
  return rowsOf(pageOfAnswers, request);
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
export function* findAnswer({ surveyId, answer }: AnswerOfSurvey): StoreSteps<StoredAnswer | undefined> {
  const [found] =
    "serial" in answer
      ? yield* rowsOf(answerBySerial, { surveyId, serial: answer.serial })
      : yield* rowsOf(answerByHash, { surveyId, hash: answer.hash });
  return found;
}
