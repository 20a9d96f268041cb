import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * Calls and responses, one JSON value per line, in a file that is synced after every line. So it survives every
 * fault of the platform, and a crash of the program that writes it.
 */
export class Ledger<Entry> implements Disposable {
  readonly #path: string;
  readonly #file: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "a");
  }

  /** Writes an entry; it is on disk when this returns. */
  write(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    fdatasyncSync(this.#file);
  }

  /** All entries so far, by this program and earlier ones. */
  read(): readonly Entry[] {
    const lines = readFileSync(this.#path, "utf8").split("\n").slice(0, -1);
    // Each line was written by this class.
    return lines.map((line) => JSON.parse(line) as Entry);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
