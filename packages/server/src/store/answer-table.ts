import type { AnswerSummary } from "../model/answer.ts";
import type { AnswerReference } from "../model/survey/answer-reference.ts";
import { prepare, type StoreQueries } from "./queries.ts";
import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** An answer as it is kept: its pages are JSON text in their wire form. */
export interface StoredAnswer extends AnswerSummary {
  readonly pagesJson: string;
}

function selectAnswers(db: Kysely<Schema>) {
  return db
    .selectFrom("answers")
    .select(["survey_id as surveyId", "answer_id as answerId", "hash", "pages as pagesJson"])
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
export async function listAnswers(
  queries: StoreQueries,
  request: AnswerListRequest,
): Promise<readonly StoredAnswer[]> {
  const rows = await queries.run(pageOfAnswers, { ...request });
  return rows.map(answerFromRow);
}

/** An answer by its survey and its name there. */
export interface AnswerOfSurvey {
  readonly surveyId: number;
  readonly answer: AnswerReference;
}

/** Finds an answer of a survey by its serial or its hash. */
export async function findAnswer(
  queries: StoreQueries,
  { surveyId, answer }: AnswerOfSurvey,
): Promise<StoredAnswer | undefined> {
  const answersOfSurvey = selectAnswers(queries.kysely).where("survey_id", "=", surveyId);
  const named =
    "serial" in answer
      ? answersOfSurvey.where("answer_id", "=", answer.serial)
      : answersOfSurvey.where("hash", "=", answer.hash);
  const row = await named.executeTakeFirst();
  return row === undefined ? undefined : answerFromRow(row);
}

type AnswerRow = Awaited<ReturnType<ReturnType<typeof selectAnswers>["executeTakeFirstOrThrow"]>>;

function answerFromRow({
  respondentId,
  respondentOpenid,
  respondentNickname,
  ...answer
}: AnswerRow): StoredAnswer {
  return { ...answer, respondent: { respondentId, openid: respondentOpenid, nickname: respondentNickname } };
}
