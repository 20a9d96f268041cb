import type { PlatformZone } from "../../model/platform-time.ts";
import type { AnswerTable } from "../answer-table.ts";
import type { Cell, ExportColumn } from "../export-column.ts";
import type { ExportedAnswer } from "../exported-answer.ts";
import { wallTime } from "../shown-text.ts";
import { csvLines } from "../write-csv.ts";

/** The data beside a script that labels them: a line of names, and choices as codes. */
export function codedCsv(table: AnswerTable, names: readonly string[]): AsyncGenerator<string> {
  return csvLines(codedRows(table, names));
}

async function* codedRows({ columns, answers, zone }: AnswerTable, names: readonly string[]) {
  yield [names];
  const cells = columns.map((column) => codedCell(column, zone));
  for await (const batch of answers) yield batch.map((answer) => cells.map((cell) => cell(answer)));
}

function codedCell({ kind, cell }: ExportColumn, zone: PlatformZone): (answer: ExportedAnswer) => Cell {
  return kind === "time" ? (answer) => wallTime(cell(answer), zone) : cell;
}
