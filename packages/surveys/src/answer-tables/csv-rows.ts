import { csvDelimiter } from "../imports/csv-delimiter.ts";
import { FileProblem } from "../imports/file-problem.ts";

/** Bounds on a row, so that a file without line ends takes no memory without end. */
const most = { cells: 5000, characters: 1_000_000 } as const;

/** The rows of a CSV file as its pieces arrive (RFC 4180): commas, semicolons, tabs or vertical bars, by which the first line has more of. */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  const reader = new CsvReader();
  for await (const piece of pieces) yield* reader.read(piece);
  yield* reader.end();
}

class CsvReader {
  #delimiter: string | undefined;
  #row: string[] = [];
  #cell = "";
  #length = 0;
  /** Inside quotes; or behind a quote, which ends them or is one itself. */
  #state: "plain" | "quoted" | "quote" = "plain";
  #isAfterReturn = false;

  *read(piece: string): Generator<readonly string[]> {
    const text = this.#delimiter === undefined ? piece.replace(/^\uFEFF/, "") : piece;
    this.#delimiter ??= csvDelimiter(text);
    for (const character of text) if (this.#take(character)) yield this.#next();
  }

  *end(): Generator<readonly string[]> {
    if (this.#state === "quoted") throw new FileProblem("ends inside a quoted cell");
    if (this.#cell !== "" || this.#row.length > 0) yield this.#next();
  }

  /** @returns whether a row is complete */
  #take(character: string): boolean {
    this.#length += 1;
    if (this.#length > most.characters || this.#row.length > most.cells)
      throw new FileProblem("has a row that is longer than an answer can be");
    if (this.#state === "quoted") this.#inQuotes(character);
    else return this.#outside(character);
    return false;
  }

  #inQuotes(character: string): void {
    if (character === '"') this.#state = "quote";
    else this.#cell += character;
  }

  #outside(character: string): boolean {
    const isSecondOfPair = character === "\n" && this.#isAfterReturn;
    this.#isAfterReturn = character === "\r";
    if (isSecondOfPair) return false;
    if (character === '"' && (this.#state === "quote" || this.#cell === "")) this.#quote();
    else if (character === this.#delimiter) this.#close();
    else if (character === "\n" || character === "\r") return true;
    else this.#cell += character;
    return false;
  }

  /** A quote behind a quote is one itself. */
  #quote(): void {
    if (this.#state === "quote") this.#cell += '"';
    this.#state = "quoted";
  }

  #close(): void {
    this.#row.push(this.#cell);
    this.#cell = "";
    this.#state = "plain";
  }

  #next(): readonly string[] {
    this.#close();
    const row = this.#row;
    this.#row = [];
    this.#length = 0;
    return row;
  }
}
