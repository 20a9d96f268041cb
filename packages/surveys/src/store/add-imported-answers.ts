import { runSteps } from "@survey-open-platform/database";
import type { AnswerValues } from "../model/answer-values.ts";
import { addAnswers, eventAnswerOf, unknownFacts } from "./add-answers.ts";
import type { SurveyQueries } from "./queries.ts";
import { cellCounters } from "./version-cache.ts";
import type { Outbox } from "./webhooks/outbox.ts";
import { answerListeners } from "./webhooks/listeners.ts";

/** An answer that was given elsewhere. Times are ms UTC. */
export interface ImportedAnswer {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly values: AnswerValues;
  /** How the respondent came to the survey. Default "", when it is not known. */
  readonly channel?: string;
  /** Kind of device. Default "", when it is not known. */
  readonly ua?: string;
}

/** Rows written at a time. */
const portion = 500;

/**
 * Adds answers to the newest version of a survey, counts them and writes their events, whatever its state, window and limit.
 * Its answers may not change meanwhile.
 */
export async function addImportedAnswers(
  transaction: SurveyQueries,
  surveyId: number,
  answers: readonly ImportedAnswer[],
  outbox: Outbox,
): Promise<void> {
  if (answers.length === 0) return;
  const count = answers.length;
  const { last, version, listeners } = await transaction.kysely
    .updateTable("surveys")
    .set((eb) => ({
      answer_serial: eb("answer_serial", "+", count),
      answer_count: eb("answer_count", "+", count),
    }))
    .where("id", "=", surveyId)
    .returning(["answer_serial as last", "version", answerListeners.as("listeners")])
    .executeTakeFirstOrThrow();
  const numbered = answers.map((answer, at) => ({
    ...unknownFacts,
    ...answer,
    version,
    answerId: last - count + 1 + at,
  }));
  const counting = { counters: cellCounters(), shard: 0 };
  for (let at = 0; at < count; at += portion) {
    const rows = await runSteps(
      transaction,
      addAnswers(surveyId, numbered.slice(at, at + portion), counting),
    );
    const added = { surveyId, action: "answer.create", answers: rows.map(eventAnswerOf) } as const;
    if (listeners > 0) await runSteps(transaction, outbox.answers(added));
  }
}
