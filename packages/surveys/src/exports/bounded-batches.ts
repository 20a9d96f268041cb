import { setImmediate as otherWork } from "node:timers/promises";
import type { AnswerBatches, ExportedAnswer } from "./exported-answer.ts";

/** Cells that a writer makes in one turn of the event loop: a workbook takes two microseconds for each. */
const cellsInTurn = 10_000;

/**
 * The same answers in batches that take no writer long, whatever the number of columns, with the other work of the process between them.
 *
 * @param columns how many an answer has
 */
export async function* boundedBatches(
  answers: AnswerBatches,
  columns: number,
): AnswerBatches & AsyncGenerator<readonly ExportedAnswer[]> {
  const size = Math.max(1, Math.floor(cellsInTurn / Math.max(1, columns)));
  for await (const batch of answers) {
    for (let start = 0; start < batch.length; start += size) {
      if (start > 0) await otherWork();
      yield batch.slice(start, start + size);
    }
  }
}
