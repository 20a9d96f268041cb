import type { SchemaElement } from "hyparquet";
import type { Cell, ExportColumn } from "../export-column.ts";
import type { ExportedAnswer } from "../exported-answer.ts";

/** A value as the writer takes it. */
export type ParquetValue = string | number | bigint | null;

/** A column of the file, and what it has of the row group that is being put together. */
export class ParquetColumn {
  readonly column: ExportColumn;
  #values: ParquetValue[] = [];

  constructor(column: ExportColumn) {
    this.column = column;
  }

  /** Keeps the value of an answer. @returns how many characters it has */
  add(answer: ExportedAnswer): number {
    const cell = this.column.cell(answer);
    this.#values.push(this.#valueOf(cell));
    return typeof cell === "string" ? cell.length : 0;
  }

  /** What it has kept since the last time. */
  take(): ParquetValue[] {
    const values = this.#values;
    this.#values = [];
    return values;
  }

  /** Moments are milliseconds UTC, which every reader shows in its own zone. What respondents gave as a day or time has no zone, and stays a text. */
  element(): SchemaElement {
    const { name, kind } = this.column;
    const field = { name, repetition_type: "OPTIONAL" } as const;
    if (kind === "time")
      return {
        ...field,
        type: "INT64",
        converted_type: "TIMESTAMP_MILLIS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
      };
    if (kind === "choice") return { ...field, type: "INT32" };
    if (kind === "number") return { ...field, type: this.#isWhole() ? "INT64" : "DOUBLE" };
    return { ...field, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } };
  }

  #valueOf(cell: Cell): ParquetValue {
    if (cell === undefined) return null;
    if (typeof cell === "string") return cell.toWellFormed();
    return this.column.kind === "time" || this.#isWhole() ? BigInt(Math.round(cell)) : cell;
  }

  /** What is known of the answer itself has no fractions; its ids may have more digits than 32 bits. */
  #isWhole(): boolean {
    return this.column.kind === "number" && this.column.question === undefined;
  }
}
