import { parse } from "csv-parse/sync";
import { type CsvDelimiter, csvDelimiter } from "./csv-delimiter.ts";
import { FileProblem } from "./file-problem.ts";

/** A row of a table in CSV. */
export interface CsvRow {
  /** In which line it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table in CSV. */
export interface CsvTable {
  /** What separates cells. */
  readonly delimiter: CsvDelimiter;
  /** Without empty lines. */
  readonly rows: readonly CsvRow[];
  /** Where a row begins whose quotation marks are wrong; what follows it is not read. */
  readonly brokenLine?: number;
}

/** Reads a table in CSV, which spreadsheets of many countries separate by semicolons or tabs. */
export function readCsvTable(csv: string): CsvTable {
  const delimiter = csvDelimiter(csv);
  const rows: CsvRow[] = [];
  let lines = 0;
  try {
    parse(csv, {
      bom: true,
      delimiter,
      relaxColumnCount: true,
      skipEmptyLines: true,
      onRecord: (cells: string[], context) => {
        lines = context.lines;
        rows.push({ line: lines - cells.join("").split("\n").length + 1, cells });
      },
    });
    return { delimiter, rows };
  } catch {
    // Nothing else can be wrong: rows of different lengths are taken.
    return { delimiter, rows, brokenLine: lines + 1 };
  }
}

/** The rows of a table in CSV. @throws `FileProblem` */
export function readCsv(csv: string): readonly (readonly string[])[] {
  const { rows, brokenLine } = readCsvTable(csv);
  if (brokenLine !== undefined) throw new FileProblem(`is no well-formed CSV at line ${brokenLine}`);
  return rows.map(({ cells }) => cells);
}
