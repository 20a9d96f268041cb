import type { PlatformZone } from "../model/platform-time.ts";
import type { AnswerTable } from "./answer-table.ts";
import type { Cell, ExportColumn } from "./export-column.ts";
import type { AnswerBatches, ExportedAnswer } from "./exported-answer.ts";
import { shownText } from "./shown-text.ts";
import { csvLine } from "./write-csv.ts";

/** How a flat table is written: one row for each answer, one column for each question or option. */
export interface FlatTableForm {
  /** What columns are called: by names that stay the same in every version, or as people read them. */
  readonly heads: "names" | "titles";
  /** What cells of choices have: the texts of the options, or the numbers that stand for them. */
  readonly values: "texts" | "codes";
}

/** A column of a flat table. */
export interface FlatColumn {
  readonly head: string;
  /** As JSON has it: with a colon behind it. */
  readonly key: string;
  readonly cell: (answer: ExportedAnswer) => Cell;
}

/** What a flat table is written from. */
export interface FlatTable {
  readonly columns: readonly FlatColumn[];
  readonly answers: AnswerBatches;
}

/** A table of answers for programs: times are in RFC 3339 and UTC, whatever the zone of the platform. */
export function flatTable({ columns, answers }: Omit<AnswerTable, "zone">, form: FlatTableForm): FlatTable {
  return { columns: columns.map((column) => flatColumn(column, form)), answers };
}

function flatColumn(column: ExportColumn, { heads, values }: FlatTableForm): FlatColumn {
  const head = heads === "names" ? column.name : column.title;
  const cell = values === "codes" && column.kind === "choice" ? column.cell : shownText(column, utc);
  return { head, key: `${JSON.stringify(head)}:`, cell };
}

const utc: Pick<PlatformZone, "format"> = {
  format: (at) => (at === null ? "" : new Date(at).toISOString()),
};

/**
 * Writes a flat table as CSV (RFC 4180) in UTF-8, without a byte order mark: programs would take it for a part of the first
 * head. No cell begins a formula.
 */
export async function* flatCsv({ columns, answers }: FlatTable): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(columns.map(({ head }) => head)));
  for await (const batch of answers) {
    let text = "";
    for (const answer of batch) text += csvLine(columns.map(({ cell }) => cell(answer)));
    yield Buffer.from(text);
  }
}

/** Writes a flat table as JSON lines: an object for each answer, which has every column. */
export async function* flatJsonLines(table: FlatTable): AsyncGenerator<Uint8Array> {
  for await (const batch of table.answers) {
    let text = "";
    for (const answer of batch) text += `${flatObject(table.columns, answer)}\n`;
    yield Buffer.from(text);
  }
}

/** An answer as the JSON text of an object: null where a cell is empty. */
export function flatObject(columns: readonly FlatColumn[], answer: ExportedAnswer): string {
  return `{${columns.map(({ key, cell }) => key + cellJson(cell(answer))).join(",")}}`;
}

function cellJson(cell: Cell): string {
  return cell === undefined ? "null" : JSON.stringify(cell);
}
