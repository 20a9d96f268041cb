import { xmlText } from "./xml-text.ts";

/** A moment as spreadsheets count it: days since the end of 1899. */
export interface SheetMoment {
  readonly serial: number;
  readonly shows: "both" | "day" | "time";
}

/** The formats of cells in the file of styles, counted from 0, see `packageFiles`. */
const styles = { both: 1, day: 2, time: 3 } as const;

/** What a cell of a sheet holds; undefined for nothing. */
export type SheetCell = string | number | SheetMoment | undefined;

export type SheetRow = readonly SheetCell[];

/** Characters that a cell can have. */
const longestText = 32_767;

const head =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>' +
  '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  "</sheetView></sheetViews><sheetData>";

/**
 * Writes a sheet, a chunk for each batch of rows. The first row stays in sight. Texts are written where they stand and not
 * into a table of their own, which would have to be in memory until the end.
 */
export async function* sheetXml(
  batches: AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>,
): AsyncGenerator<string> {
  yield head;
  let number = 0;
  for await (const rows of batches) {
    let xml = "";
    for (const row of rows) xml += rowXml(row, (number += 1));
    yield xml;
  }
  yield "</sheetData></worksheet>";
}

function rowXml(row: SheetRow, number: number): string {
  let xml = `<row r="${number}">`;
  for (const [at, cell] of row.entries()) {
    if (cell !== undefined) xml += cellXml(cell, `${columnLetters(at)}${number}`);
  }
  return `${xml}</row>`;
}

/** Cells of texts are of the type `inlineStr`, which is never a formula, whatever it begins with. */
function cellXml(cell: string | number | SheetMoment, reference: string): string {
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === "object")
    return `<c r="${reference}" s="${styles[cell.shows]}"><v>${cell.serial}</v></c>`;
  const text = sheetText(cell.length > longestText ? cell.slice(0, longestText) : cell);
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

const letters: string[] = [];

/** The name of a column, from 0: A to Z, AA and so on. */
export function columnLetters(at: number): string {
  const known = letters[at];
  if (known !== undefined) return known;
  const last = String.fromCodePoint(65 + (at % 26));
  return (letters[at] = at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last);
}

/** An underscore that would begin the code of a character. */
const codeStart = /_(?=x[\dA-Fa-f]{4}_)/g;

/**
 * A text of a workbook. Characters that XML does not have are written as `_xHHHH_` (ECMA-376, part 1, 22.9.2.19); so is
 * an underscore that would begin such a sequence.
 */
export function sheetText(text: string): string {
  return xmlText(text.replaceAll(codeStart, "_x005F_"), coded);
}

function coded(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `_x${code.toString(16).toUpperCase().padStart(4, "0")}_`;
}
