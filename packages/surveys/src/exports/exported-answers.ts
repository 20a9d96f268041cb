import { retryWhileUnavailable } from "@survey-open-platform/database";
import { deviceOf } from "../model/user-agent-class.ts";
import { parseCustomArguments, parseValues } from "../store/answer-draft-table.ts";
import type { AnswerListRequest, StoredAnswer } from "../store/answer-table.ts";
import { answerBatches, type SerialRange } from "../results/answer-batches.ts";
import { type AnswerFilter, isWithin } from "../results/scan-answers.ts";
import type { SurveyStore } from "../store/survey-store.ts";
import type { AnswerBatches, ExportedAnswer } from "./exported-answer.ts";

/** Which answers are exported. */
export interface ExportFilter extends AnswerFilter {
  /** Only answers that were sent or changed at this time or later, in ms UTC. */
  readonly updatedFrom?: number;
  /** Only answers that were last sent or changed before this time, in ms UTC. */
  readonly updatedTo?: number;
}

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
  filter: ExportFilter = {},
): AnswerBatches & AsyncGenerator<readonly ExportedAnswer[]> {
  const listAnswers = (request: AnswerListRequest) => retryWhileUnavailable(() => store.listAnswers(request));
  for await (const batch of answerBatches({ listAnswers }, range)) {
    const wanted = batch.filter((answer) => isUpdatedWithin(filter, answer) && isWithin(filter, answer));
    if (wanted.length > 0) yield wanted.map(exportedAnswer);
    await store.yieldToSubmissions(yieldMilliseconds);
  }
}

function isUpdatedWithin(
  { updatedFrom = -Infinity, updatedTo = Infinity }: ExportFilter,
  answer: StoredAnswer,
): boolean {
  const at = updatedAt(answer);
  return at >= updatedFrom && at < updatedTo;
}

function updatedAt({ changedAt, endedAt }: StoredAnswer): number {
  return changedAt ?? endedAt;
}

function exportedAnswer(stored: StoredAnswer): ExportedAnswer {
  const { ua, valuesText, argumentsText, ...answer } = stored;
  return {
    ...answer,
    updatedAt: updatedAt(stored),
    device: deviceOf(ua),
    values: parseValues(valuesText),
    customArguments: parseCustomArguments(argumentsText),
  };
}
