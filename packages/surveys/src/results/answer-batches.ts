import { setImmediate as otherWork } from "node:timers/promises";
import type { StoredAnswer } from "../store/answer-table.ts";
import type { SurveyStore } from "../store/survey-store.ts";

/** Which answers to read, by their serials. */
export interface SerialRange {
  readonly surveyId: number;
  /** Answers after this one; 0 for all. */
  readonly after: number;
  /** Up to this one, so that answers which are added while reading are left out. */
  readonly upTo: number;
}

/** Answers in memory at a time: so few that other requests hardly wait for a batch. */
const batchSize = 200;

/**
 * Reads answers by ascending serial, a batch at a time and as slowly as they are taken. Other work of the process goes on
 * between batches: reading SQLite does not wait for anything.
 */
export async function* answerBatches(
  store: Pick<SurveyStore, "listAnswers">,
  { surveyId, after, upTo }: SerialRange,
): AsyncGenerator<readonly StoredAnswer[]> {
  let lastAnswerId = after;
  for (;;) {
    const found = await store.listAnswers({ surveyId, lastAnswerId, perPage: batchSize });
    const batch = found.filter(({ answerId }) => answerId <= upTo);
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    lastAnswerId = batch.at(-1)?.answerId ?? upTo;
    await otherWork();
  }
}
