import { deviceOf } from "../model/user-agent-class.ts";
import { parseCustomArguments, parseValues } from "../store/answer-draft-table.ts";
import type { StoredAnswer } from "../store/answer-table.ts";
import type { AnswerBatches, ExportedAnswer } from "./exported-answer.ts";

/** Answers as they are stored, made into what exports need. */
export async function* exportedAnswers(
  batches: AsyncIterable<readonly StoredAnswer[]>,
): AnswerBatches & AsyncGenerator<readonly ExportedAnswer[]> {
  for await (const batch of batches) yield batch.map(exportedAnswer);
}

function exportedAnswer({ ua, valuesText, argumentsText, ...answer }: StoredAnswer): ExportedAnswer {
  return {
    ...answer,
    device: deviceOf(ua),
    values: parseValues(valuesText),
    customArguments: parseCustomArguments(argumentsText),
  };
}
