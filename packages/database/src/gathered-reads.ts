/** How an engine takes and releases a snapshot. */
export interface Snapshot {
  /** Takes a new one; any earlier one ends. */
  begin(): void;
  end(): void;
}

/** Reads, and returns what reports the result. */
type Read = () => () => void;

/**
 * Gathers the reads of one turn of the event loop and runs them one after the other in one snapshot. Taking a snapshot
 * costs as much as a look-up, and consecutive look-ups find the engine's code and pages in the processor's caches. The
 * snapshot is taken after the last read was requested, so each sees as much as it would alone: all that was committed
 * before, by any process.
 */
export class GatheredReads {
  readonly #snapshot: Snapshot;
  #waiting: Read[] = [];
  #isTaken = false;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /**
   * Runs `read` at the end of this turn.
   *
   * @param read does not throw, and calls {@link enterSnapshot} before its first look-up. @returns what reports its
   * result, which is called after the last read of the turn: responses that are written without reads in between cost
   * less
   */
  add(read: Read): void {
    this.#waiting.push(read);
    if (this.#waiting.length === 1) setImmediate(() => this.#runAll());
  }

  /** Runs a look-up at the end of this turn. @returns what it returned */
  run<Result>(lookUp: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const fail: (reason: unknown) => void = reject;
      this.add(() => {
        try {
          this.enterSnapshot();
          const result = lookUp();
          return () => resolve(result);
        } catch (reason) {
          return () => fail(reason);
        }
      });
    });
  }

  /** Takes the snapshot of this turn, unless an earlier read did. @throws what the engine throws */
  enterSnapshot(): void {
    if (this.#isTaken) return;
    this.#snapshot.begin();
    this.#isTaken = true;
  }

  #runAll(): void {
    const reads = this.#waiting;
    this.#waiting = [];
    const reports = reads.map((read) => read());
    if (this.#isTaken) this.#end();
    for (const report of reports) report();
  }

  #end(): void {
    this.#isTaken = false;
    try {
      this.#snapshot.end();
    } catch {
      // Each look-up has its own result by now; this failure concerns none of them.
    }
  }
}
