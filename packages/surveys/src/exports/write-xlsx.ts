import type { AnswerTable } from "./answer-table.ts";
import { codebookBatches } from "./codebook.ts";
import type { ExportColumn } from "./export-column.ts";
import type { ExportedAnswer } from "./exported-answer.ts";
import { shownText } from "./shown-text.ts";
import { contentTypesXml, packageFiles, sheetPath, workbookRelations, workbookXml } from "./xlsx-package.ts";
import { sheetMoment } from "./xlsx-moment.ts";
import { sheetXml, type SheetCell, type SheetRow } from "./xlsx-sheet.ts";
import { type ZipEntry, zipStream } from "./zip-stream.ts";

/** Columns that a sheet can have. */
export const xlsxColumns = 16_384;

/** Rows that a sheet can have. */
const sheetRows = 1_048_576;

/**
 * Writes answers as an Excel workbook: as many sheets of answers as their number needs, and one with the codebook. Cells
 * are texts, numbers or moments, never formulas.
 *
 * @param options.rowsPerSheet answers on a sheet; default as many as fit
 * @throws RangeError for more than {@link xlsxColumns} columns, of which a sheet would silently lack some
 */
export function writeXlsx(
  table: AnswerTable,
  options: { readonly rowsPerSheet?: number } = {},
): AsyncGenerator<Uint8Array> {
  if (table.columns.length > xlsxColumns)
    throw new RangeError(`a sheet has ${xlsxColumns} columns, and not ${table.columns.length}`);
  return zipStream(workbookFiles(table, options.rowsPerSheet ?? sheetRows - 1));
}

async function* workbookFiles(table: AnswerTable, rowsPerSheet: number): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  const begin = (name: string): string => sheetPath(names.push(name));
  yield* packageFiles();
  const rows = new AnswerRows(table);
  do {
    const path = begin(names.length === 0 ? "Answers" : `Answers ${names.length + 1}`);
    yield { path, chunks: sheetXml(rows.take(rowsPerSheet)) };
  } while (!(await rows.areAllTaken()));
  yield { path: begin("Codebook"), chunks: sheetXml(codebookBatches(table.columns)) };
  yield { path: "xl/workbook.xml", chunks: [workbookXml(names)] };
  yield { path: "xl/_rels/workbook.xml.rels", chunks: [workbookRelations(names)] };
  yield { path: "[Content_Types].xml", chunks: [contentTypesXml(names)] };
}

/** The rows of the answers, taken in parts. */
class AnswerRows {
  readonly #header: SheetRow;
  readonly #cells: readonly ((answer: ExportedAnswer) => SheetCell)[];
  readonly #batches: AsyncIterator<readonly ExportedAnswer[]>;
  #batch: readonly ExportedAnswer[] = [];

  constructor(table: AnswerTable) {
    this.#header = table.columns.map(({ head }) => head);
    this.#cells = table.columns.map((column) => sheetCell(column, table));
    this.#batches = table.answers[Symbol.asyncIterator]();
  }

  /** The row of titles, then at most `count` answers. */
  async *take(count: number): AsyncGenerator<readonly SheetRow[]> {
    yield [this.#header];
    for (let left = count; left > 0 && !(await this.areAllTaken());) {
      const taken = this.#batch.slice(0, left);
      this.#batch = this.#batch.slice(left);
      left -= taken.length;
      yield taken.map((answer) => this.#cells.map((cell) => cell(answer)));
    }
  }

  async areAllTaken(): Promise<boolean> {
    while (this.#batch.length === 0) {
      const next = await this.#batches.next();
      if (next.done === true) return true;
      this.#batch = next.value;
    }
    return false;
  }
}

function sheetCell(column: ExportColumn, { zone }: AnswerTable): (answer: ExportedAnswer) => SheetCell {
  const show = shownText(column, zone);
  if (column.kind !== "time" && column.kind !== "date") return show;
  return (answer) => {
    const shown = show(answer);
    return shown === undefined ? undefined : (sheetMoment(String(shown)) ?? shown);
  };
}
