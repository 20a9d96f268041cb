import { type Queries, runSteps } from "@survey-open-platform/database";
import { listAnswers, type StoredAnswer } from "./answer-table.ts";
import type { SurveyQueries } from "./queries.ts";
import type { SurveySchema } from "./schema.ts";

/** Answers read at a time: few enough that those of all exports together fit into memory. */
const portion = 500;

/** Which answers to read. */
export interface AnswerRange {
  readonly surveyId: number;
  /** The greatest serial; answers that are added while reading are left out. */
  readonly upTo: number;
}

/**
 * Reads a survey's answers by ascending serial, a portion at a time and as slowly as they are taken.
 *
 * @param upTo see {@link newestSerial}
 */
export async function* eachAnswer(
  reader: Queries<SurveySchema>,
  { surveyId, upTo }: AnswerRange,
): AsyncGenerator<StoredAnswer, void> {
  let lastAnswerId = 0;
  for (;;) {
    const rows = await runSteps(reader, listAnswers({ surveyId, lastAnswerId, perPage: portion }));
    for (const row of rows) {
      if (row.answerId > upTo) return;
      lastAnswerId = row.answerId;
      yield row;
    }
    if (rows.length < portion) return;
  }
}

/** The serial of a survey's newest answer; 0 when it has none. */
export async function newestSerial({ kysely }: SurveyQueries, surveyId: number): Promise<number> {
  const row = await kysely
    .selectFrom("surveys")
    .select("answer_serial as serial")
    .where("id", "=", surveyId)
    .executeTakeFirst();
  return row?.serial ?? 0;
}
