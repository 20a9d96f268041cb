import { retryWhileUnavailable } from "@survey-open-platform/database";
import { deviceOf } from "../model/user-agent-class.ts";
import { parseCustomArguments, parseValues } from "../store/answer-draft-table.ts";
import type { AnswerListRequest, StoredAnswer } from "../store/answer-table.ts";
import { answerBatches, type SerialRange } from "../results/answer-batches.ts";
import { type AnswerFilter, isWithin } from "../results/scan-answers.ts";
import type { SurveyStore } from "../store/survey-store.ts";
import type { AnswerBatches, ExportedAnswer } from "./exported-answer.ts";

/** How long a batch of ten waits for submissions: while submissions never end, a thousand answers a second are still exported. */
const yieldMilliseconds = 10;

/**
 * Answers as they are stored, made into what exports need. Submissions come first, because a respondent waits for each: on
 * PostgreSQL an export keeps one process of the database and this one busy. A failed read is repeated for some seconds, so
 * that a database that is away for a moment ends no export. Answers that the filter leaves out are read and not exported.
 */
export async function* exportedAnswers(
  store: Pick<SurveyStore, "listAnswers" | "yieldToSubmissions">,
  range: SerialRange,
  filter: AnswerFilter = {},
): AnswerBatches & AsyncGenerator<readonly ExportedAnswer[]> {
  const listAnswers = (request: AnswerListRequest) => retryWhileUnavailable(() => store.listAnswers(request));
  for await (const batch of answerBatches({ listAnswers }, range)) {
    const wanted = batch.filter((answer) => isWithin(filter, answer));
    if (wanted.length > 0) yield wanted.map(exportedAnswer);
    await store.yieldToSubmissions(yieldMilliseconds);
  }
}

function exportedAnswer({ ua, valuesText, argumentsText, ...answer }: StoredAnswer): ExportedAnswer {
  return {
    ...answer,
    device: deviceOf(ua),
    values: parseValues(valuesText),
    customArguments: parseCustomArguments(argumentsText),
  };
}
