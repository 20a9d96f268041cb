import type { NeutralQuestion } from "../neutral-survey.ts";
import { markedLine } from "./text-marks.ts";

/** What a table below a question asks. It has a type where that is not one of choices. */
export type TextTable = Pick<NeutralQuestion, "rows" | "options" | "fields"> &
  Partial<Pick<NeutralQuestion, "type">>;

/** Signs that stand in cells to be filled in: boxes, circles, lines, marks. */
const TO_FILL_IN = /^(?:[□☐❑▢○◯◻●☑✓√_＿…—–-]|\[\s?\]|[(（]\s*[)）]|\d{1,2}|\s)*$/;
const LINE = /^[_＿]{2,}$/;

/** The cells of a row, as documents and sheets put tables on the clipboard: with tabs between them. */
export function cellsOf(line: string): readonly string[] {
  return line.split("\t").map((cell) => cell.trim());
}

/** Whether a line can be the heading of a table: it has names of two columns or more. */
export function isHeading(line: string): boolean {
  return line.trim().includes("\t") && markedLine(line).kind === "plain";
}

/**
 * Reads a table of things to judge by columns. Editors drop tabs at the ends of lines, so rows can be shorter, and the heading can lack
 * its empty corner.
 *
 * @returns undefined for lines that are no such table
 */
export function tableOf(rows: readonly (readonly string[])[]): TextTable | undefined {
  const [heading = [], ...body] = rows;
  const width = body.reduce((most, { length }) => Math.max(most, length), 0);
  const hasCorner = heading[0] === "" || width === heading.length;
  const columns = hasCorner ? heading.slice(1) : heading;
  const names = body.map(([name = ""]) => markedLine(name).text);
  const cells = body.flatMap((row) => row.slice(1).map((text, at) => ({ text, column: columns[at] })));
  const isTable =
    columns.length >= 2 &&
    body.length >= (width > 1 ? 1 : 2) &&
    ![...columns, ...names].includes("") &&
    cells.every(({ text, column }) => column !== undefined && (text === column || TO_FILL_IN.test(text)));
  if (!isTable) return undefined;
  const isWritten = cells.length > 0 && cells.every(({ text }) => LINE.test(text));
  return { ...columnsOf(columns, isWritten), rows: names.map(partOf) };
}

/** Columns that are numbers in their order are a scale. */
function columnsOf(columns: readonly string[], isWritten: boolean): TextTable {
  const options = columns.map(partOf);
  if (isWritten) return { type: "matrix_text", options };
  const [first = -1, ...others] = columns.map(Number);
  const isScale = (first === 0 || first === 1) && others.every((mark, at) => mark === first + at + 1);
  const last = first + others.length;
  if (!isScale || last > 10) return { options };
  return { type: "matrix_star", fields: { starBeginNum: first, starNum: last } };
}

function partOf(text: string, at: number) {
  return { code: String(at + 1), text };
}
