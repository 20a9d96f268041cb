/** How an engine keeps one state of its data in sight. */
export interface Snapshot {
  /** Takes a new one, whatever has become of the one before. */
  begin(): void;
  end(): void;
}

interface Read {
  readonly run: () => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * Gathers the look-ups of one turn of the event loop and runs them one after the other in one snapshot:
 * taking a snapshot costs as much as a look-up, and look-ups in a row find the engine's code and pages at
 * hand. The snapshot is taken after the last of them was asked for, so none sees less than it would alone.
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
      // Each look-up has its own outcome by now, and nobody waits for this one.
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
