import { rowsOf, send } from "@survey-open-platform/database";
import { type AnswerWriteContext, countAnswer } from "./add-answers.ts";
import { noteAnswerChange } from "./answer-change-table.ts";
import { dropChangesOf } from "./answer-draft-table.ts";
import { findAnswer } from "./answer-table.ts";
import { countedAnswer } from "./change-answer.ts";
import { prepare, type SurveySteps } from "./queries.ts";
import { endExportsWith } from "./survey-export-table.ts";
import { releaseClaim } from "./claim-unique-answers.ts";
import { changeTallies, TallyChanges } from "./tally-table.ts";
import { answerListeners } from "./webhooks/listeners.ts";

/** Which answer to delete. */
export interface AnswerDeletion {
  readonly surveyId: number;
  readonly answerId: number;
  /** Whether results go on counting it. Default false. */
  readonly keepsCounts?: boolean;
}

const deleteRow = prepare<Omit<AnswerDeletion, "keepsCounts">>()((db, param) =>
  db
    .deleteFrom("answers")
    .where("survey_id", "=", param("surveyId"))
    .where("answer_id", "=", param("answerId")),
);

const countOneLess = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .updateTable("surveys")
    .set((eb) => ({ answer_count: eb("answer_count", "-", 1) }))
    .where("id", "=", param("surveyId"))
    .returning(answerListeners.as("listeners")),
);

/**
 * Deletes an answer: nothing counts it any more, there is room for another one below the limit, and its respondent may
 * answer again. Its serial is not given again. What was made from it goes too: events, exports and forms that change it.
 *
 * @returns false when there is no such answer
 */
export function* deleteAnswer(
  { surveyId, answerId, keepsCounts = false }: AnswerDeletion,
  { counters, shard, outbox }: AnswerWriteContext,
): SurveySteps<boolean> {
  const found = yield* findAnswer({ surveyId, answer: { serial: answerId } });
  if (found === undefined) return false;
  const changes = new TallyChanges();
  if (!keepsCounts) yield* countAnswer(surveyId, countedAnswer(found), { changes, counters, n: -1 });
  yield* send(deleteRow, { surveyId, answerId });
  yield* noteAnswerChange(surveyId, answerId, true);
  const [survey] = yield* rowsOf(countOneLess, { surveyId });
  yield* releaseClaim(surveyId, found.onceKey);
  yield* changeTallies(surveyId, shard, changes);
  yield* dropChangesOf(surveyId, found.hash);
  yield* endExportsWith({ surveyId, answerId });
  if ((survey?.listeners ?? 0) > 0) yield* outbox.answerDeleted(found);
  yield* outbox.forgetAnswer(found);
  return true;
}
