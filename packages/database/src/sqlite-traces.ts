import type { SqliteConnection } from "./sqlite-connection.ts";

/**
 * Keeps what is overwritten out of the files where that is asked for. SQLite leaves it in pages that became free, and in the WAL, until they
 * are used again.
 */
export class SqliteTraces {
  readonly #connection: SqliteConnection;
  #isAsked = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** From here on, free pages are overwritten as well, and the next commit empties the WAL. */
  remove(): void {
    this.#isAsked = true;
    this.#connection.execute("pragma secure_delete = on");
  }

  /** To be called after each commit. While somebody reads an earlier state, the WAL stays for the commit after it. */
  onCommit(): void {
    if (!this.#isAsked) return;
    try {
      const [done] = this.#connection.prepare("pragma wal_checkpoint(truncate)").all([]);
      if (isBusy(done)) return;
      this.#connection.execute("pragma secure_delete = fast");
      this.#isAsked = false;
    } catch {
      // What was committed stands, whatever becomes of its traces; the next commit tries again.
    }
  }
}

function isBusy(row: unknown): boolean {
  return typeof row === "object" && row !== null && "busy" in row && row.busy !== 0;
}
