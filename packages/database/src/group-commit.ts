import { DatabaseUnavailableError } from "./errors.ts";

/** How often a piece of work is run before its failure counts. */
const mostAttempts = 5;
/** Whoever waited longer than this for a group that failed of an unreachable database does not wait for another. */
const patienceMilliseconds = 400;

/** How groups are made. */
export interface GroupOptions {
  /** Whether a transaction that failed of this may well succeed when it is run again. Default: never. */
  readonly isWorthRepeating?: (reason: unknown) => boolean;
  /** Units in one transaction, whose locks others may wait for. Default: as many as there are. */
  readonly mostTogether?: number;
}

/** The transaction control that a group of units needs from an engine. */
export interface TransactionControl {
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Called after every failure, also after one of `begin` or `commit`. */
  rollback(): Promise<void>;
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
 *
 * When a unit throws, the transaction is rolled back and every unit is run again in one of its own: that
 * costs something only when it happens, and savepoints would cost it always.
 */
export class GroupCommit {
  readonly #control: TransactionControl;
  readonly #isWorthRepeating: (reason: unknown) => boolean;
  readonly #mostTogether: number;
  #waiting: Unit[] = [];
  #running: Promise<void> | undefined;

  constructor(control: TransactionControl, options: GroupOptions = {}) {
    this.#control = control;
    this.#isWorthRepeating = options.isWorthRepeating ?? (() => false);
    this.#mostTogether = options.mostTogether ?? Infinity;
  }

  /** Whether anything is waiting or running. */
  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Runs `work` in the next group, more than once if need be. @returns what `work` returned, once it is durable. */
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
      const units = this.#waiting.splice(0, this.#mostTogether);
      const startedAt = performance.now();
      const failure = await this.#commit(units);
      if (failure !== undefined && performance.now() - startedAt > patienceMilliseconds)
        this.#giveUpWaiting(failure);
    }
    this.#running = undefined;
  }

  /** A database that keeps one group waiting in vain would do so with the next, and nothing has been begun yet. */
  #giveUpWaiting(reason: DatabaseUnavailableError): void {
    for (const unit of this.#waiting.splice(0)) unit.fail(reason);
  }

  /** Commits units together, or else each alone. @returns why not, when it was the database's fault */
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
      for (const unit of units) await unit.run();
      await this.#control.commit();
    } catch (reason) {
      // Should even this fail, the next group's begin will say so to those who wait for it.
      await this.#control.rollback().catch(() => undefined);
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
