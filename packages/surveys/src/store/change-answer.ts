import { rowsOf, send } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { AnswerReference } from "../model/answer-reference.ts";
import type { AnswerValues } from "../model/answer-values.ts";
import type { CustomArgumentValues } from "../model/custom-argument.ts";
import { keptFilesIn } from "../model/file-reference.ts";
import { surveyState } from "../model/survey.ts";
import { type AnswerWriteContext, countAnswer } from "./add-answers.ts";
import { noteAnswerChange } from "./answer-change-table.ts";
import { customArgumentsText, dropDraft, parseValues } from "./answer-draft-table.ts";
import { attachFilesToAnswer, releaseFiles } from "./answer-file-table.ts";
import { findAnswer, type StoredAnswer } from "./answer-table.ts";
import { listedAmong } from "./listed-respondents.ts";
import { nowMs, prepare, type SurveySteps } from "./queries.ts";
import { changeTallies, TallyChanges } from "./tally-table.ts";
import { answerListeners } from "./webhooks/listeners.ts";

/** What a respondent makes of an answer that was sent before. */
export interface AnswerChange {
  readonly surveyId: number;
  readonly answer: AnswerReference;
  /** The version that is answered now. */
  readonly version: number;
  readonly values: AnswerValues;
  readonly customArguments: CustomArgumentValues;
  /** The hash of the half-filled form that ends with the change, if there is one. Its files go into the answer. */
  readonly draftHash?: string | undefined;
  /**
   * The respondent who changes it, 0 for one without a name: where the survey has a list, only those on it may. Undefined
   * for the program of the survey's owner.
   */
  readonly respondentId?: number | undefined;
}

const openForChanges = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("surveys")
    .select([answerListeners.as("listeners"), "only_listed as onlyListed"])
    .where("id", "=", param("surveyId"))
    .where("binned_at", "is", null)
    .where("state", "=", surveyState.collecting)
    .where("is_allow_update_answer", "=", 1)
    .where(sql<boolean>`(started_at is null or started_at <= ${nowMs})`)
    .where(sql<boolean>`(end_at is null or end_at > ${nowMs})`),
);

const updateAnswer = prepare<{
  readonly surveyId: number;
  readonly answerId: number;
  readonly version: number;
  readonly valuesText: string;
  readonly argumentsText: string;
}>()((db, param) =>
  db
    .updateTable("answers")
    .set({
      version: param("version"),
      answer_values: param("valuesText"),
      custom_arguments: param("argumentsText"),
      changed_at: nowMs,
    })
    .where("survey_id", "=", param("surveyId"))
    .where("answer_id", "=", param("answerId")),
);

/**
 * Replaces what was answered, if the survey allows that and takes answers. The answer keeps its serial, its times and its
 * hour in the tallies.
 *
 * @returns false when it was not changed
 */
export function* changeAnswer(change: AnswerChange, context: AnswerWriteContext): SurveySteps<boolean> {
  const { surveyId, answer, version, values, customArguments } = change;
  const open = yield* findOpen(change);
  const cellsOf = yield* context.counters.find({ surveyId, version });
  const found = yield* findAnswer({ surveyId, answer });
  if (open === undefined || cellsOf === undefined || found === undefined) return false;
  const changes = new TallyChanges();
  const before = countedAnswer(found);
  const { counters, shard, outbox } = context;
  yield* countAnswer(surveyId, before, { changes, counters, n: -1 });
  yield* countAnswer(surveyId, { ...before, version, values }, { changes, counters, n: 1 });
  const texts = {
    valuesText: JSON.stringify(values),
    argumentsText: customArgumentsText(customArguments),
  };
  yield* changeFiles(change, found.answerId, keptFilesIn(before.values));
  yield* dropDraft(surveyId, change.draftHash);
  yield* send(updateAnswer, { surveyId, answerId: found.answerId, version, ...texts });
  yield* noteAnswerChange(surveyId, found.answerId, false);
  yield* changeTallies(surveyId, shard, changes);
  if (open.listeners > 0) {
    const changed = { ...found, version, ...texts };
    yield* outbox.answers({ surveyId, action: "answer.update", answers: [changed] });
  }
  return true;
}

function* findOpen({ surveyId, respondentId }: AnswerChange) {
  const [open] = yield* rowsOf(openForChanges, { surveyId });
  if (open?.onlyListed !== 1 || respondentId === undefined) return open;
  return (yield* listedAmong(surveyId, [respondentId])).has(respondentId) ? open : undefined;
}

/** Files that are no longer in the answer are no longer kept. */
function* changeFiles(
  { surveyId, values, draftHash }: AnswerChange,
  answerId: number,
  before: readonly string[],
): SurveySteps<void> {
  const files = keptFilesIn(values);
  yield* attachFilesToAnswer({
    surveyId,
    answerId,
    draftHash,
    files: files.filter((id) => !before.includes(id)),
  });
  yield* releaseFiles(
    surveyId,
    answerId,
    before.filter((id) => !files.includes(id)),
  );
}

/** The part of a stored answer that is counted. */
export function countedAnswer(answer: StoredAnswer) {
  const { version, startedAt, endedAt, channel, ua, language, valuesText } = answer;
  return { version, startedAt, endedAt, channel, ua, language, values: parseValues(valuesText) };
}
