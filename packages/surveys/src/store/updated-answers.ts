import { rowsOf } from "@survey-open-platform/database";
import { sql } from "kysely";
import { type AnswerListRequest, type AnswerRecord, selectRecords } from "./answer-table.ts";
import { prepare, type SurveySteps } from "./queries.ts";

/** As it is in the index `answers_by_update`. */
const updatedAt = sql<number>`coalesce(changed_at, ended_at)`;

/** So many answers are found by their times and sorted for each page; more lie so close that they are found in the order of their serials. */
const sortedAnswers = sql.lit(10_000);

/** A part of a survey's answers that were last sent or changed within a time. */
export interface UpdatedAnswersRequest extends AnswerListRequest {
  /** ms UTC; included. */
  readonly since: number;
  /** ms UTC; not included. */
  readonly until: number;
}

/** Tells whether there are more than are sorted for each page. */
const oneTooMany = prepare<UpdatedAnswersRequest>()((db, param) =>
  db
    .selectFrom("answers")
    .select("survey_id")
    .where("survey_id", "=", param("surveyId"))
    .where(updatedAt, ">=", param("since"))
    .where(updatedAt, "<", param("until"))
    .limit(1)
    .offset(sortedAnswers),
);

/** `+` keeps SQLite from searching by serial. */
const foundByTime = prepare<UpdatedAnswersRequest>()((db, param) =>
  selectRecords(db)
    .where("survey_id", "=", param("surveyId"))
    .where(
      "answer_id",
      "in",
      db
        .selectFrom("answers")
        .select("answer_id")
        .where("survey_id", "=", param("surveyId"))
        .where(updatedAt, ">=", param("since"))
        .where(updatedAt, "<", param("until"))
        .where(sql<boolean>`+answer_id > ${param("lastAnswerId")}`)
        .orderBy(sql`+answer_id`)
        .limit(param("perPage")),
    )
    .orderBy("answer_id"),
);

const foundBySerial = prepare<UpdatedAnswersRequest>()((db, param) =>
  selectRecords(db)
    .where("survey_id", "=", param("surveyId"))
    .where("answer_id", ">", param("lastAnswerId"))
    .where(updatedAt, ">=", param("since"))
    .where(updatedAt, "<", param("until"))
    .orderBy("answer_id")
    .limit(param("perPage")),
);

/** Lists answers that were last sent or changed within a time, by ascending serial. */
export function* listUpdatedAnswers(request: UpdatedAnswersRequest): SurveySteps<readonly AnswerRecord[]> {
  const [more] = yield* rowsOf(oneTooMany, request);
  return yield* rowsOf(more === undefined ? foundByTime : foundBySerial, request);
}
