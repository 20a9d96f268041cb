import type { PlatformZone } from "../model/platform-time.ts";
import type { ExportColumn } from "./export-column.ts";
import type { ExportedAnswer } from "./exported-answer.ts";
import { oneLine, withinBytes } from "./spss-text.ts";

/** The longest text that SPSS keeps, in bytes. */
const longestText = 32_767;

/** A column, with the length of its longest text so far. */
export class SpssColumn {
  readonly column: ExportColumn;
  readonly #zone: PlatformZone;
  /** In bytes. */
  longest = 1;

  constructor(column: ExportColumn, zone: PlatformZone) {
    this.column = column;
    this.#zone = zone;
  }

  cellOf(answer: ExportedAnswer): string {
    const cell = this.column.cell(answer);
    if (cell === undefined) return "";
    if (this.column.kind === "time") return spssMoment(this.#zone.format(Number(cell)));
    return typeof cell === "number" ? String(cell) : this.#quoted(cell);
  }

  /** One line, as one line of the file is one answer. */
  #quoted(text: string): string {
    const line = withinBytes(oneLine(text), longestText);
    this.longest = Math.max(this.longest, Buffer.byteLength(line));
    return `"${line.replaceAll('"', '""')}"`;
  }
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** `2026-11-22 08:05:00` as `22-NOV-2026 08:05:00`. */
function spssMoment(wallTime: string): string {
  const month = months[Number(wallTime.slice(5, 7)) - 1];
  return `${wallTime.slice(8, 10)}-${month}-${wallTime.slice(0, 4)} ${wallTime.slice(11)}`;
}
