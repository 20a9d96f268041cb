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
/** Characters of answers in a batch, besides those of one answer: an answer may have hundreds of kilobytes. */
const batchCharacters = 300_000;

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
    for (const batch of batchesOf(wanted)) {
      yield batch;
      await otherWork();
    }
    if (wanted.length < readTogether) return;
    lastAnswerId = wanted.at(-1)?.answerId ?? upTo;
  }
}

function* batchesOf(answers: readonly StoredAnswer[]): Generator<readonly StoredAnswer[]> {
  let batch: StoredAnswer[] = [];
  let characters = 0;
  for (const answer of answers) {
    const { length } = answer.valuesText;
    if (batch.length === batchSize || (batch.length > 0 && characters + length > batchCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(answer);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}
