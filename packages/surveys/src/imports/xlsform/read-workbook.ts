import type { InTurns } from "../../model/in-turns.ts";
import { FileProblem, fileLimits, tooManyCells } from "../file-problem.ts";
import { childOf, descendantsOf, parseXmlInTurns, type XmlElement } from "../parse-xml.ts";

/** A row of a sheet, by the heads of its columns in lower case. */
export type SheetRow = Readonly<Record<string, string>>;

/** Parts of a workbook by their names. */
export type WorkbookParts = ReadonlyMap<string, string>;

/** The rows of some sheets of a workbook by the names of the sheets. Formulas have the value that was stored with them. */
export function* readSheets(
  parts: WorkbookParts,
  wanted: readonly string[],
): InTurns<ReadonlyMap<string, readonly SheetRow[]>> {
  const strings = yield* sharedStrings(parts);
  const paths = yield* sheetPaths(parts);
  const sheets = new Map<string, readonly SheetRow[]>();
  for (const [name, path] of paths) {
    const text = parts.get(path);
    if (!wanted.includes(name) || text === undefined) continue;
    sheets.set(name, rowsOf(yield* parseXmlInTurns(text), strings));
  }
  return sheets;
}

/** The cells of each row of the first sheet, by their columns. @returns undefined where there is none */
export function* firstSheetRows(parts: WorkbookParts): InTurns<readonly (readonly string[])[] | undefined> {
  const strings = yield* sharedStrings(parts);
  const [first] = yield* sheetPaths(parts);
  const text = first && parts.get(first[1]);
  if (text === undefined) return undefined;
  const rows = [...descendantsOf(yield* parseXmlInTurns(text), "row")];
  let count = 0;
  return rows.map((row) => {
    const cells: string[] = [];
    for (const [column, cell] of cellsOf(row, strings)) {
      const at = column.startsWith("#") ? Number(column.slice(1)) : columnNumber(column);
      if (at < mostColumns) cells[at] = cell;
    }
    count += cells.length;
    if (count > fileLimits.cells) throw new FileProblem(tooManyCells);
    return Array.from(cells, (cell) => cell ?? "");
  });
}

/** As many columns as a sheet can have (ECMA-376, part 1, section 18.3.1.4). */
const mostColumns = 16_384;

/** From 0, by its letters. */
function columnNumber(letters: string): number {
  const number = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return number - 1;
}

function* sharedStrings(parts: WorkbookParts): InTurns<readonly string[]> {
  const text = parts.get("xl/sharedStrings.xml");
  if (text === undefined) return [];
  return (yield* parseXmlInTurns(text)).children.map(textOf);
}

/** A text may be in pieces of different looks; how a Japanese one is read is no part of it. */
function textOf(element: XmlElement): string {
  if (element.name === "rPh") return "";
  return element.name === "t" ? element.text : element.children.map(textOf).join("");
}

function* sheetPaths(parts: WorkbookParts): InTurns<readonly (readonly [string, string])[]> {
  const [book, links] = [parts.get("xl/workbook.xml"), parts.get("xl/_rels/workbook.xml.rels")];
  if (book === undefined || links === undefined) throw new FileProblem("is no workbook");
  const targets = new Map(
    (yield* parseXmlInTurns(links)).children.map(({ attributes }) => [
      attributes["Id"],
      attributes["Target"] ?? "",
    ]),
  );
  return [...descendantsOf(yield* parseXmlInTurns(book), "sheet")].map(({ attributes }) => {
    const target = targets.get(attributes["r:id"]) ?? "";
    return [
      (attributes["name"] ?? "").trim().toLowerCase(),
      target.startsWith("/") ? target.slice(1) : `xl/${target}`,
    ];
  });
}

function rowsOf(sheet: XmlElement, strings: readonly string[]): readonly SheetRow[] {
  const rows = [...descendantsOf(sheet, "row")].map((row) => cellsOf(row, strings));
  const [heads = new Map<string, string>(), ...others] = rows;
  const names = new Map([...heads].map(([column, head]) => [column, headOf(head)]));
  // The first row has every column, and others those that they fill in: a table of all of them may be larger than the memory.
  return others.map((cells, at) =>
    Object.fromEntries(
      [...(at === 0 ? names : cells).keys()].flatMap((column) => {
        const name = names.get(column);
        return name === undefined ? [] : [[name, (cells.get(column) ?? "").trim()] as const];
      }),
    ),
  );
}

/** A head of a column; blanks around the colons before a language mean nothing. */
function headOf(head: string): string {
  return head
    .trim()
    .toLowerCase()
    .replaceAll(/\s*(::?)\s*/g, "$1");
}

/** The cells of a row by the letters of their columns. */
function cellsOf(row: XmlElement, strings: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    row.children.map((cell, at) => [
      /^[A-Z]+/.exec(cell.attributes["r"] ?? "")?.[0] ?? `#${at}`,
      cellText(cell, strings),
    ]),
  );
}

function cellText(cell: XmlElement, strings: readonly string[]): string {
  const value = childOf(cell, "v")?.text ?? "";
  const kind = cell.attributes["t"];
  if (kind === "s") return strings[Number(value)] ?? "";
  if (kind === "inlineStr") return textOf(cell);
  if (kind !== "b") return value;
  return value === "1" ? "true" : "false";
}
