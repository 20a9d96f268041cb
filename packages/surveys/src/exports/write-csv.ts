import type { AnswerTable } from "./answer-table.ts";
import { shownText } from "./shown-text.ts";

const byteOrderMark = "\uFEFF";

/**
 * Writes answers as CSV (RFC 4180), in UTF-8 with a byte order mark, without which Excel takes it for another encoding.
 *
 * @returns a chunk for each batch of answers, made when it is asked for
 */
export async function* writeCsv(table: AnswerTable): AsyncGenerator<Uint8Array> {
  const { columns, answers } = table;
  yield Buffer.from(`${byteOrderMark}${csvLine(columns.map(({ head }) => head))}`);
  const show = columns.map((column) => shownText(column, table.zone));
  for await (const batch of answers) {
    let text = "";
    for (const answer of batch) text += csvLine(show.map((cell) => cell(answer)));
    yield Buffer.from(text);
  }
}

/** Writes a table that is no table of answers as CSV, a chunk for each batch of rows. */
export async function* csvChunks(
  batches: AsyncIterable<readonly (readonly (string | number | undefined)[])[]>,
): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* csvLines(batches);
}

/** {@link csvChunks} for programs that would take the mark for the beginning of the first name. */
export async function* csvLines(
  batches: AsyncIterable<readonly (readonly (string | number | undefined)[])[]>,
): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map(csvLine).join("");
}

/** Writes a short table that is no table of answers as CSV. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map(csvLine).join("");
}

/** A cell as it was before {@link csvText} kept a spreadsheet from computing it. */
export function csvCellText(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell;
}

/** A row, with its line end. */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * What a spreadsheet would take for the beginning of a formula, also in full width, as Excel does in East Asian
 * languages (OWASP, CSV injection); apostrophes before it, which a respondent typed, are part of it.
 */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A sign before digits and spaces is a number or a telephone number. It has no operator, letter or parenthesis after it, so nothing can be
 * computed, read or called with it, whatever a spreadsheet makes of it.
 */
const signedDigits = /^[+-]\d[\d ]*(\.\d+)?$/;

/** Every text is quoted: where a spreadsheet separates by `;` or a tab, a bare one would split the cell. */
function csvCell(cell: string | number | undefined): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const harmless = guarded(cell);
  return `"${harmless.includes('"') ? harmless.replaceAll('"', '""') : harmless}"`;
}

/** Whether a spreadsheet would take a text for a formula. */
export function isFormula(text: string): boolean {
  return formulaStart.test(text) && !signedDigits.test(text);
}

/** A text with one apostrophe more where it would be a formula. Taking that one away gives the text back, whatever it was. */
function guarded(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}
