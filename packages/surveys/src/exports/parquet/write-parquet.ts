import { setImmediate as otherWork } from "node:timers/promises";
import type { AnswerTable } from "../answer-table.ts";
import { ExportTooLargeError } from "../zip-stream.ts";
import { ParquetColumn } from "./parquet-column.ts";
import { ParquetOutput } from "./parquet-output.ts";

/** Cells and characters that are kept until they are written together, as a row group. */
const cellsInGroup = 500_000;
const charactersInGroup = 4_000_000;
/** The end of a file describes each column of each row group; descriptions are kept until then. */
const mostDescriptions = 200_000;

/** How many answers with so many columns a file can have. */
export function parquetAnswers(columns: number): number {
  return Math.floor(mostDescriptions / columns) * rowsInGroup(columns);
}

function rowsInGroup(columns: number): number {
  return Math.max(1, Math.floor(cellsInGroup / columns));
}

/**
 * Writes answers as Parquet: choices as codes, moments in UTC. The data dictionary is JSON in the metadata of the file, under
 * `data_dictionary`.
 *
 * @throws ExportTooLargeError past {@link parquetAnswers}, or where texts are so long that the end of the file would not fit into memory
 */
export async function* writeParquet(table: AnswerTable): AsyncGenerator<Uint8Array> {
  const columns = table.columns.map((column) => new ParquetColumn(column));
  const output = new ParquetOutput(columns);
  for await (const size of groupsOf(table, columns)) {
    if (size * columns.length > mostDescriptions)
      throw new ExportTooLargeError("a Parquet file cannot describe so many columns and answers");
    yield* groupOf(columns, output);
  }
  yield output.end();
}

/** Fills the columns. @returns the number of the row group, whenever one is full */
async function* groupsOf({ answers }: AnswerTable, columns: readonly ParquetColumn[]) {
  const most = rowsInGroup(columns.length);
  let [groups, rows, characters] = [0, 0, 0];
  for await (const batch of answers) {
    for (const answer of batch) {
      for (const column of columns) characters += column.add(answer);
      rows += 1;
      if (rows < most && characters < charactersInGroup) continue;
      groups += 1;
      yield groups;
      [rows, characters] = [0, 0];
    }
  }
  if (rows > 0) yield groups + 1;
}

async function* groupOf(columns: readonly ParquetColumn[], output: ParquetOutput) {
  for (const column of columns) {
    yield output.writeColumn(column);
    await otherWork();
  }
  output.endGroup(columns.length);
}
