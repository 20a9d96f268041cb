import { rowsOf, send } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { AnswerRecord } from "./answer-table.ts";
import { nowMs, prepare, type SurveyQueries, type SurveySteps } from "./queries.ts";

/** For how many days it is kept that an answer was changed or deleted. */
export const changeDays = 90;
const changeMilliseconds = changeDays * 86_400_000;
const sweptRows = 500;

/** That an answer was changed or deleted after it was sent. */
export interface AnswerChangeRecord {
  /** Counts the changes of a survey from 1, without gaps. */
  readonly changeId: number;
  readonly answerId: number;
  readonly isDeleted: boolean;
  /** ms UTC. */
  readonly at: number;
  /** The answer as it is now; undefined where it was deleted since. */
  readonly answer: AnswerRecord | undefined;
}

/** How far a survey is: the serial of its newest answer, and the number of its newest change. */
export interface SurveyProgress {
  readonly serial: number;
  readonly change: number;
}

interface Noted {
  readonly surveyId: number;
  readonly answerId: number;
  readonly deleted: 0 | 1;
}

/** Numbers are taken under the lock of the survey's answers, so that they become visible in their order. */
const insertChange = prepare<Noted>()((db, param) =>
  db
    .insertInto("answer_changes")
    .columns(["survey_id", "change_id", "answer_id", "deleted", "changed_at"])
    .expression(
      db.selectNoFrom([
        sql<number>`cast(${param("surveyId")} as bigint)`.as("survey_id"),
        sql<number>`coalesce((select max(change_id) from answer_changes
          where survey_id = cast(${param("surveyId")} as bigint)), 0) + 1`.as("change_id"),
        sql<number>`cast(${param("answerId")} as bigint)`.as("answer_id"),
        sql<number>`cast(${param("deleted")} as integer)`.as("deleted"),
        nowMs.as("changed_at"),
      ]),
    ),
);

/** Notes that an answer was changed or deleted. The lock of the survey's answers has to be held. */
export function noteAnswerChange(surveyId: number, answerId: number, isDeleted: boolean): SurveySteps<void> {
  return send(insertChange, { surveyId, answerId, deleted: isDeleted ? 1 : 0 });
}

const progress = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("surveys")
    .select("answer_serial as serial")
    .select(
      sql<number>`coalesce((select max(change_id) from answer_changes where survey_id = surveys.id), 0)`.as(
        "change",
      ),
    )
    .where("id", "=", param("surveyId"))
    .where("binned_at", "is", null),
);

/** How far a survey is. */
export function* findSurveyProgress(surveyId: number): SurveySteps<SurveyProgress> {
  const [found] = yield* rowsOf(progress, { surveyId });
  return found ?? { serial: 0, change: 0 };
}

/** A part of a survey's changes. */
export interface ChangeListRequest {
  readonly surveyId: number;
  /** Only changes after this number. */
  readonly after: number;
  readonly limit: number;
}

const pageOfChanges = prepare<ChangeListRequest>()((db, param) =>
  db
    .selectFrom("answer_changes as changes")
    .leftJoin("answers", (join) =>
      join
        .onRef("answers.survey_id", "=", "changes.survey_id")
        .onRef("answers.answer_id", "=", "changes.answer_id"),
    )
    .select(["changes.change_id as changeId", "changes.answer_id as answerId", "changes.deleted as deleted"])
    .select(["changes.changed_at as at", "answers.version as version"])
    .select(["answers.respondent_id as respondentId", "answers.respondent_openid as respondentOpenid"])
    .select(["answers.respondent_nickname as respondentNickname", "answers.started_at as startedAt"])
    .select([
      "answers.ended_at as endedAt",
      "answers.changed_at as changedAt",
      "answers.custom_arguments as argumentsText",
    ])
    .select(["answers.answer_values as valuesText", "answers.consent_version as consentVersion"])
    .where("changes.survey_id", "=", param("surveyId"))
    .where("changes.change_id", ">", param("after"))
    .orderBy("changes.change_id")
    .limit(param("limit")),
);

/** Lists a survey's changes in their order, with the answers as they are now. */
export function* listAnswerChanges(request: ChangeListRequest): SurveySteps<readonly AnswerChangeRecord[]> {
  const rows = yield* rowsOf(pageOfChanges, request);
  return rows.map(({ changeId, deleted, at, ...answer }) => ({
    changeId,
    answerId: answer.answerId,
    isDeleted: deleted === 1,
    at,
    // The join finds all columns of an answer, or none.
    answer: answer.version === null ? undefined : ({ surveyId: request.surveyId, ...answer } as AnswerRecord),
  }));
}

/**
 * Deletes notes of changes that were kept long enough, some at a time. The newest of a survey stays: the next one is counted from it.
 *
 * @returns how many were deleted
 */
export async function sweepAnswerChanges({ kysely }: SurveyQueries): Promise<number> {
  const { numAffectedRows } = await sql`delete from answer_changes
    where (survey_id, change_id) in
      (select survey_id, change_id from answer_changes as kept
        where changed_at <= ${nowMs} - ${sql.lit(changeMilliseconds)}
          and exists (select 1 from answer_changes as newer
            where newer.survey_id = kept.survey_id and newer.change_id > kept.change_id)
        limit ${sql.lit(sweptRows)})`.execute(kysely);
  return Number(numAffectedRows ?? 0);
}
