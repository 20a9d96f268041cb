/** How often a group is run before its failure counts. */
const mostAttempts = 5;

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
  readonly #isWorthRepeating: (reason: unknown) => boolean;
  #waiting: Unit[] = [];
  #running: Promise<void> | undefined;

  /** @param isWorthRepeating whether a whole group that failed of this may well succeed when it is run again */
  constructor(control: TransactionControl, isWorthRepeating: (reason: unknown) => boolean = () => false) {
    this.#control = control;
    this.#isWorthRepeating = isWorthRepeating;
  }

  /** Whether anything is waiting or running. */
  get isBusy(): boolean {
    return this.#running !== undefined;
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
    for (let attempt = 1; ; attempt += 1) {
      try {
        for (const unit of await this.#attempt(units)) unit.settle();
        return;
      } catch (reason) {
        // Should even this fail, the next group's begin will say so to those who wait for it.
        await this.#control.rollback().catch(() => undefined);
        if (attempt < mostAttempts && this.#isWorthRepeating(reason)) continue;
        // A unit that failed by itself has been told already; telling it again changes nothing.
        for (const unit of units) unit.fail(reason);
        return;
      }
    }
  }

  /** @returns the units whose effects are durable now */
  async #attempt(units: readonly Unit[]): Promise<readonly Unit[]> {
    const [only] = units;
    await this.#control.begin();
    const done: Unit[] = [];
    if (units.length === 1 && only !== undefined) {
      await only.run();
      done.push(only);
    } else {
      for (const unit of units) if (await this.#runInSavepoint(unit)) done.push(unit);
    }
    await this.#control.commit();
    return done;
  }

  async #runInSavepoint(unit: Unit): Promise<boolean> {
    await this.#control.savepoint();
    try {
      await unit.run();
    } catch (reason) {
      if (this.#isWorthRepeating(reason)) throw reason;
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
