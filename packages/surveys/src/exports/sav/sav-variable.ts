import { parseWallTime, type PlatformZone } from "../../model/platform-time.ts";
import type { Cell, ExportColumn } from "../export-column.ts";
import type { ExportedAnswer } from "../exported-answer.ts";
import { decimalsOf, longestSpssText, mostDecimals, withinBytes } from "../spss-text.ts";

/** Why an export of answers ends early: they were changed while it was written, so that its beginning does not describe them. */
export class AnswersChangedError extends Error {
  override readonly name = "AnswersChangedError";
}

/** How a variable is shown: one of the formats of the file, with its width and decimals. */
export interface SavFormat {
  readonly type: "A" | "F" | "TIME" | "DATETIME";
  readonly width: number;
  readonly decimals: number;
}

/** Seconds from the first day of the Gregorian calendar, from which SPSS counts, to 1970. */
const secondsBefore1970 = 12_219_379_200;

/** A variable of a system file. All answers are looked at first: the file says how long its texts are before it has them. */
export class SavVariable {
  readonly column: ExportColumn;
  readonly #zone: PlatformZone;
  #longest = 1;
  #decimals = 0;
  readonly #moments = new Set<"DATETIME" | "TIME">();

  constructor(column: ExportColumn, zone: PlatformZone) {
    this.column = column;
    this.#zone = zone;
  }

  /** Notes what the variable has to hold for an answer. */
  look(answer: ExportedAnswer): void {
    const { kind } = this.column;
    if (kind === "time" || kind === "choice") return;
    const cell = this.column.cell(answer);
    if (typeof cell === "number") {
      if (kind === "number") this.#decimals = Math.max(this.#decimals, decimalsOf(cell));
    } else if (cell !== undefined) {
      this.#longest = Math.max(this.#longest, Buffer.byteLength(savText(cell)));
      if (kind === "date") this.#moments.add(momentType(cell));
    }
  }

  /** A variable is a moment or a time of day: one that has both is a text. */
  get format(): SavFormat {
    const { kind } = this.column;
    if (this.#isText()) return { type: "A", width: this.#longest, decimals: 0 };
    if (kind === "time") return { type: "DATETIME", width: 20, decimals: 0 };
    if (kind === "date") return this.#momentFormat();
    const decimals = Math.min(mostDecimals, this.#decimals);
    return { type: "F", width: kind === "choice" ? 8 : 16 + decimals, decimals };
  }

  /** Bytes of a text; 0 for a number. */
  get width(): number {
    return this.#isText() ? this.#longest : 0;
  }

  /** @throws AnswersChangedError for what {@link look} has not seen */
  valueOf(answer: ExportedAnswer): Cell {
    const cell = this.column.cell(answer);
    if (cell === undefined) return undefined;
    if (this.column.kind === "time") return savMoment(this.#zone.format(Number(cell)));
    if (typeof cell === "number") return cell;
    if (this.column.kind === "date") this.#expect(this.#moments.has(momentType(cell)));
    if (!this.#isText()) return givenMoment(cell);
    const text = savText(cell);
    this.#expect(Buffer.byteLength(text) <= this.#longest);
    return text;
  }

  #isText(): boolean {
    return this.column.kind === "text" || this.#moments.size === 2;
  }

  #momentFormat(): SavFormat {
    return this.#moments.has("TIME")
      ? { type: "TIME", width: 8, decimals: 0 }
      : { type: "DATETIME", width: 20, decimals: 0 };
  }

  #expect(isAsSeen: boolean): void {
    if (isAsSeen) return;
    throw new AnswersChangedError(`answers to ${this.column.name} were changed meanwhile; export again`);
  }
}

function savText(text: string): string {
  return withinBytes(text.toWellFormed(), longestSpssText);
}

function momentType(text: string): "DATETIME" | "TIME" {
  return /^\d{2}:/.test(text) ? "TIME" : "DATETIME";
}

/** A day is its first moment, so that days and moments can be compared; a time of day is its seconds. */
function givenMoment(text: string): number | undefined {
  if (momentType(text) === "DATETIME") return savMoment(text + "0000-00-00 00:00:00".slice(text.length));
  const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** A variable has no zone: it shows what the clocks showed. */
function savMoment(wallTime: string): number | undefined {
  const at = parseWallTime(wallTime);
  return at === undefined ? undefined : at / 1000 + secondsBefore1970;
}
