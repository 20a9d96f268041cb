/** The transaction control that a group of units needs from an engine. */
export interface TransactionControl {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  savepoint(): Promise<void>;
  releaseSavepoint(): Promise<void>;
  rollbackToSavepoint(): Promise<void>;
}

interface Unit {
  readonly run: () => Promise<void>;
  /** Called after the commit that made the unit's effects durable. */
  readonly settle: () => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * Gathers the units of work of one turn of the event loop into one transaction, so that many concurrent
 * requests share the cost of one durable commit. Each caller hears of success only after that commit.
 */
export class GroupCommit {
  readonly #control: TransactionControl;
  #waiting: Unit[] = [];
  #running: Promise<void> | undefined;

  constructor(control: TransactionControl) {
    this.#control = control;
  }

  /** Runs `work` in the next group. @returns what `work` returned, once it is durable. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push(unitOf(work, resolve, reject));
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when nothing is waiting or running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await endOfTurn();
      const units = this.#waiting;
      this.#waiting = [];
      await this.#commitTogether(units);
    }
    this.#running = undefined;
  }

  async #commitTogether(units: readonly Unit[]): Promise<void> {
    const done: Unit[] = [];
    try {
      await this.#control.begin();
      for (const unit of units) if (await this.#runInSavepoint(unit)) done.push(unit);
      await this.#control.commit();
    } catch (reason) {
      // A unit that failed by itself has been told already; telling it again changes nothing.
      for (const unit of units) unit.fail(reason);
      // Should even this fail, the next group's begin will say so to those who wait for it.
      await this.#control.rollback().catch(() => undefined);
      return;
    }
    for (const unit of done) unit.settle();
  }

  async #runInSavepoint(unit: Unit): Promise<boolean> {
    await this.#control.savepoint();
    try {
      await unit.run();
    } catch (reason) {
      await this.#undo(reason);
      unit.fail(reason);
      return false;
    }
    await this.#control.releaseSavepoint();
    return true;
  }

  /** After some failures the engine has given up the whole transaction already; then all of the group failed of it. */
  async #undo(reason: unknown): Promise<void> {
    try {
      await this.#control.rollbackToSavepoint();
    } catch {
      throw reason;
    }
  }
}

function unitOf<Result>(
  work: () => Promise<Result>,
  resolve: (result: Result) => void,
  fail: (reason: unknown) => void,
): Unit {
  let result: Result;
  return {
    run: async () => {
      result = await work();
    },
    settle: () => resolve(result),
    fail,
  };
}

/** Lets every request that the current turn has already read from its socket join the group. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
