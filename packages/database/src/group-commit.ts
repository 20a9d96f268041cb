import { DatabaseUnavailableError } from "./errors.ts";

/** How often a unit of work is run before its failure counts. */
const mostAttempts = 5;
/** A unit that waited longer than this for a group that failed because the database was unreachable fails too. */
const patienceMilliseconds = 400;

/** Options of a group commit. */
export interface GroupOptions {
  /** Whether a transaction that failed with this error may succeed when it is run again. Default: never. */
  readonly isWorthRepeating?: (reason: unknown) => boolean;
  /** The most units in one transaction; others may wait for its locks. Default: no limit. */
  readonly mostTogether?: number;
  /** A monotonic clock, in milliseconds. Default: the one of the process. */
  readonly now?: () => number;
}

/** The transaction control that a group of units needs from an engine. What has nothing to wait for returns at once. */
export interface TransactionControl {
  begin(): Promise<void> | void;
  commit(): Promise<void> | void;
  /** Called after every failure, also after one of `begin` or `commit`. */
  rollback(): Promise<void> | void;
}

interface Unit {
  readonly run: () => Promise<void> | void;
  /** Called after the commit that made the unit's effects durable. */
  readonly settle: () => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * Gathers the units of work of one turn of the event loop into one transaction, so that many concurrent
 * requests share the cost of one durable commit. Each caller gets its result only after that commit.
 *
 * When a unit throws, the transaction is rolled back and every unit is run again in its own. This
 * costs only when it happens; savepoints would always cost.
 */
export class GroupCommit {
  readonly #control: TransactionControl;
  readonly #isWorthRepeating: (reason: unknown) => boolean;
  readonly #mostTogether: number;
  readonly #now: () => number;
  #waiting: Unit[] = [];
  #running: Promise<void> | undefined;

  constructor(control: TransactionControl, options: GroupOptions = {}) {
    this.#control = control;
    this.#isWorthRepeating = options.isWorthRepeating ?? (() => false);
    this.#mostTogether = options.mostTogether ?? Infinity;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether a unit is waiting or running. */
  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Runs `work` in the next group, more than once if necessary. @returns what `work` returned, once it is durable. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, fail) => {
      let result: Result;
      const run = async () => {
        result = await work();
      };
      this.#add({ run, settle: () => resolve(result), fail });
    });
  }

  /** {@link run} for work that does not wait: a promise for each statement would cost as much as the statement. */
  runAtOnce<Result>(work: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, fail) => {
      let result: Result;
      const run = () => {
        result = work();
      };
      this.#add({ run, settle: () => resolve(result), fail });
    });
  }

  #add(unit: Unit): void {
    this.#waiting.push(unit);
    this.#running ??= this.#drain();
  }

  /** Resolves when no unit is waiting or running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await endOfTurn();
      const units = this.#waiting.splice(0, this.#mostTogether);
      const startedAt = this.#now();
      const failure = await this.#commit(units);
      if (failure !== undefined && this.#now() - startedAt > patienceMilliseconds)
        this.#giveUpWaiting(failure);
    }
    this.#running = undefined;
  }

  /** A database that did not respond to one group would not respond to the next; the waiting units have not started. */
  #giveUpWaiting(reason: DatabaseUnavailableError): void {
    for (const unit of this.#waiting.splice(0)) unit.fail(reason);
  }

  /** Commits units together, or else each alone. @returns the error when the database failed */
  async #commit(units: readonly Unit[]): Promise<DatabaseUnavailableError | undefined> {
    try {
      await this.#repeatedly(units);
      for (const unit of units) unit.settle();
      return undefined;
    } catch (reason) {
      if (units.length > 1 && !(reason instanceof DatabaseUnavailableError)) {
        for (const unit of units) await this.#commit([unit]);
      } else {
        for (const unit of units) unit.fail(reason);
      }
      return reason instanceof DatabaseUnavailableError ? reason : undefined;
    }
  }

  async #repeatedly(units: readonly Unit[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#inTransaction(units);
      } catch (reason) {
        if (attempt === mostAttempts || !this.#isWorthRepeating(reason)) throw reason;
      }
    }
  }

  async #inTransaction(units: readonly Unit[]): Promise<void> {
    try {
      await this.#control.begin();
      for (const unit of units) {
        const running = unit.run();
        if (running !== undefined) await running;
      }
      await this.#control.commit();
    } catch (reason) {
      await this.#rollback();
      throw reason;
    }
  }

  async #rollback(): Promise<void> {
    try {
      await this.#control.rollback();
    } catch {
      // The next group's begin fails too, and reports it to its callers.
    }
  }
}

/** Lets every request that the current turn has already read from its socket join the group. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
