import type { PlatformZone } from "../model/platform-time.ts";
import type { ExportColumn } from "./export-column.ts";
import type { ExportedAnswer } from "./exported-answer.ts";
import { decimalsOf, longestSpssText, mostDecimals, oneLine, withinBytes } from "./spss-text.ts";

/** A column, with what has been seen in it so far: that decides its format, which is written last. */
export class SpssColumn {
  readonly column: ExportColumn;
  readonly #zone: PlatformZone;
  /** The longest text, in bytes. */
  #longest = 1;
  /** The most digits after a point. */
  #decimals = 0;
  readonly #moments = new Set<"date" | "time">();

  constructor(column: ExportColumn, zone: PlatformZone) {
    this.column = column;
    this.#zone = zone;
  }

  cellOf(answer: ExportedAnswer): string {
    const cell = this.column.cell(answer);
    if (cell === undefined) return "";
    if (this.column.kind === "time") return spssMoment(this.#zone.format(Number(cell)));
    if (this.column.kind === "date") return this.#moment(String(cell));
    return typeof cell === "number" ? this.#number(cell) : this.#quoted(cell);
  }

  /**
   * Of the variable as it is read, after all cells have been written. A number is read without decimals: where a format has some, they are
   * taken from the end of a number that has no point.
   */
  format(): string {
    const { kind } = this.column;
    if (kind === "text") return `A${this.#longest}`;
    if (kind === "time") return "DATETIME20";
    return kind === "date" ? this.#momentFormat() : "F16.0";
  }

  /** Of the variable as it is shown, where it is not {@link format}; undefined where it is. */
  shownFormat(): string | undefined {
    return this.#decimals === 0 ? undefined : `F${this.#decimals + 17}.${this.#decimals}`;
  }

  /** A variable is a moment or a time of day: one that has both is a text. */
  #momentFormat(): string {
    if (this.#moments.size === 2) return "A20";
    return this.#moments.has("time") ? "TIME8" : "DATETIME20";
  }

  /** A day is its first moment, so that days and moments can be compared. */
  #moment(text: string): string {
    const isTime = /^\d{2}:/.test(text);
    this.#moments.add(isTime ? "time" : "date");
    const filled = (isTime ? "00:00:00" : "0000-00-00 00:00:00").slice(text.length);
    return isTime ? text + filled : spssMoment(text + filled);
  }

  #number(number: number): string {
    this.#decimals = Math.min(mostDecimals, Math.max(this.#decimals, decimalsOf(number)));
    const text = String(number);
    return text.includes("e-") ? number.toFixed(mostDecimals) : text;
  }

  /** One line, as one line of the file is one answer. */
  #quoted(text: string): string {
    const line = withinBytes(oneLine(text), longestSpssText);
    this.#longest = Math.max(this.#longest, Buffer.byteLength(line));
    return `"${line.replaceAll('"', '""')}"`;
  }
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** `2026-11-22 08:05:00` as `22-NOV-2026 08:05:00`. */
function spssMoment(wallTime: string): string {
  const month = months[Number(wallTime.slice(5, 7)) - 1];
  return `${wallTime.slice(8, 10)}-${month}-${wallTime.slice(0, 4)} ${wallTime.slice(11)}`;
}
