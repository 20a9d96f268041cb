/** How an engine takes and releases a snapshot. */
export interface Snapshot {
  /** Takes a new one; any earlier one ends. */
  begin(): void;
  end(): void;
}

interface Read {
  readonly run: () => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * Gathers the look-ups of one turn of the event loop and runs them one after the other in one snapshot. Taking a
 * snapshot costs as much as a look-up, and consecutive look-ups find the engine's code and pages in the processor's
 * caches. The snapshot is taken after the last look-up was requested, so each sees as much as it would alone.
 */
export class GatheredReads {
  readonly #snapshot: Snapshot;
  #waiting: Read[] = [];

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** Runs `read` at the end of this turn. @returns what it returned */
  run<Result>(read: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ run: () => resolve(read()), fail: reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#runAll());
    });
  }

  #runAll(): void {
    const reads = this.#waiting;
    this.#waiting = [];
    try {
      this.#snapshot.begin();
    } catch (reason) {
      for (const read of reads) read.fail(reason);
      return;
    }
    for (const read of reads) runOne(read);
    this.#end();
  }

  #end(): void {
    try {
      this.#snapshot.end();
    } catch {
      // Each look-up has its own result by now; this failure concerns none of them.
    }
  }
}

function runOne({ run, fail }: Read): void {
  try {
    run();
  } catch (reason) {
    fail(reason);
  }
}
