import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * What callers asked and were answered, one JSON value a line, in a file of its own that is synced after every
 * line: it survives whatever happens to the platform, and to the program that writes it.
 */
export class Ledger<Entry> implements Disposable {
  readonly #path: string;
  readonly #file: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "a");
  }

  /** Writes an entry down; it is on the disk when this returns. */
  write(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    fdatasyncSync(this.#file);
  }

  /** Everything written so far, by this program and those before it. */
  read(): readonly Entry[] {
    const lines = readFileSync(this.#path, "utf8").split("\n").slice(0, -1);
    // Each line was written by this class.
    return lines.map((line) => JSON.parse(line) as Entry);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
