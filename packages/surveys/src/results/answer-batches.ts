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

/** Answers that are read at a time, in one turn of the event loop. */
const readTogether = 50;
/** Answers in a batch: to write them takes a tenth of a millisecond, and a submission waits for some batches, one after the other. */
const batchSize = 10;

/**
 * Reads answers by ascending serial, as slowly as they are taken, and gives them out in batches. Other work of the process
 * goes on between batches: reading SQLite does not wait for anything.
 */
export async function* answerBatches(
  store: Pick<SurveyStore, "listAnswers">,
  { surveyId, after, upTo }: SerialRange,
): AsyncGenerator<readonly StoredAnswer[]> {
  let lastAnswerId = after;
  for (;;) {
    const found = await store.listAnswers({ surveyId, lastAnswerId, perPage: readTogether });
    const wanted = found.filter(({ answerId }) => answerId <= upTo);
    for (let first = 0; first < wanted.length; first += batchSize) {
      yield wanted.slice(first, first + batchSize);
      await otherWork();
    }
    if (wanted.length < readTogether) return;
    lastAnswerId = wanted.at(-1)?.answerId ?? upTo;
  }
}
