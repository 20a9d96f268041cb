/** Where lines are written; the rest of what pino asks of a destination. */
export interface LineOutput {
  write(text: string): unknown;
  flushSync(): void;
}

/**
 * Hands over the lines of one callback together. Requests of one turn of the event loop are often refused in one callback,
 * and pino's output measures all the text that waits in it with every further piece.
 */
export class LogLines implements LineOutput {
  readonly #output: LineOutput;
  readonly #longestPiece: number;
  #gathered = "";

  /** @param longestPiece in bytes; only a single line that is longer makes a longer piece */
  constructor(output: LineOutput, longestPiece: number) {
    this.#output = output;
    this.#longestPiece = longestPiece;
  }

  write(line: string): void {
    if (this.#gathered === "") queueMicrotask(() => this.#handOver());
    // No character takes more than three bytes for each of its units.
    else if ((this.#gathered.length + line.length) * 3 > this.#longestPiece) this.#handOver();
    this.#gathered += line;
  }

  /** For the end of the process, and before a line that is the last. */
  flushSync(): void {
    this.#handOver();
    this.#output.flushSync();
  }

  #handOver(): void {
    const text = this.#gathered;
    this.#gathered = "";
    if (text !== "") this.#output.write(text);
  }
}
