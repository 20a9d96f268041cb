/** What takes the lines of a log. */
export interface LineWriter {
  write(lines: string): unknown;
  flushSync(): void;
}

/** For how long lines are gathered. A reader of the log does not notice, and a burst of refusals makes a hundred lines meanwhile. */
const gatheredMilliseconds = 20;

/**
 * Hands the lines of a log on together: handing on a line and waking the thread that writes it cost more than making the line.
 * Lines that are gathered when the program exits are handed on then; a program that is killed loses them.
 */
export class GatheredLines implements LineWriter {
  readonly #writer: LineWriter;
  readonly #mostBytes: number;
  #lines = "";
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param mostBytes what is handed on at once; a line is never cut, so a longer one is handed on alone */
  constructor(writer: LineWriter, mostBytes: number) {
    this.#writer = writer;
    this.#mostBytes = mostBytes;
    process.once("exit", () => this.flushSync());
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#bytes + bytes > this.#mostBytes) this.#handOn();
    this.#lines += line;
    this.#bytes += bytes;
    this.#timer ??= setTimeout(() => this.#handOn(), gatheredMilliseconds);
  }

  flushSync(): void {
    this.#handOn();
    this.#writer.flushSync();
  }

  #handOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = "";
    this.#bytes = 0;
    if (lines !== "") this.#writer.write(lines);
  }
}
