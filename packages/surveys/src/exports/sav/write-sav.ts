import type { AnswerTable } from "../answer-table.ts";
import { boundedBatches } from "../bounded-batches.ts";
import type { AnswerBatches } from "../exported-answer.ts";
import { CompressedCases } from "./compressed-cases.ts";
import { elementsIn, placeVariables, savDictionary, type PlacedVariable } from "./sav-dictionary.ts";
import { SavVariable } from "./sav-variable.ts";

/** Elements that take about as long as one cell of another format. */
const elementsOfCell = 8;

/**
 * Writes answers as a system file of SPSS (`.sav`), compressed, in UTF-8, with labels and measures. The answers are read twice: the file
 * says how long its texts are before it has them.
 *
 * @throws AnswersChangedError where an answer was changed between the two
 */
export async function* writeSav({ columns, answers, zone }: AnswerTable): AsyncGenerator<Uint8Array> {
  const variables = columns.map((column) => new SavVariable(column, zone));
  for await (const batch of answers)
    for (const answer of batch) for (const variable of variables) variable.look(answer);
  const placed = placeVariables(variables);
  yield* savDictionary(placed, new Date());
  const elements = placed.reduce((sum, variable) => sum + elementsIn(variable), 0);
  yield* cases(placed, boundedBatches(answers, Math.ceil(elements / elementsOfCell)));
}

async function* cases(
  variables: readonly PlacedVariable[],
  answers: AnswerBatches,
): AsyncGenerator<Uint8Array> {
  const output = new CompressedCases();
  for await (const batch of answers) {
    for (const answer of batch) {
      for (const { variable, segments } of variables) {
        const value = variable.valueOf(answer);
        if (variable.width > 0) output.text(value === undefined ? undefined : String(value), segments);
        else output.number(typeof value === "number" ? value : undefined);
      }
    }
    yield output.take();
  }
  yield output.end();
}
