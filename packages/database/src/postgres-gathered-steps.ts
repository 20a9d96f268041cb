import type { Kysely } from "kysely";
import { DatabaseUnavailableError } from "./errors.ts";
import { isLookUp, lookUpTogether } from "./look-up-together.ts";
import { StepsQueue, type StepStatement, type StepsUnit } from "./postgres-steps-queue.ts";
import type { PostgresConnection, Statement } from "./postgres-connection.ts";
import { isContended } from "./postgres-errors.ts";
import { lockNumber } from "./postgres-transaction-queue.ts";
import type { BorrowedConnection } from "./borrowed-connection.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import { nameOf, runArraysOn } from "./postgres-reader.ts";
import type { Steps } from "./steps.ts";

/** Few enough that their transaction takes a few milliseconds. */
const mostTogether = 64;
/** The wait for a row that another transaction has locked; then each unit runs alone, and the one concerned waits longer. */
const rowLockMilliseconds = 100;
/** Units that waited longer than this for a transaction that failed because the database was unreachable fail too. */
const patienceMilliseconds = 400;

/** What gathered steps need. */
export interface GatheredStepsOptions<Schema> {
  readonly pool: PostgresPool;
  readonly compiler: Kysely<Schema>;
  readonly single: SingleUnits<Schema>;
  /** Factor for the time limit of row locks. */
  readonly patience: number;
}

/** Runs units that cannot share a transaction, each under its lock. */
export interface SingleUnits<Schema> {
  writeSteps<Result>(steps: () => Steps<Schema, Result>, lock: string): Promise<Result>;
  /** Whether units of a lock are waiting or running. */
  isBusy(lock: string): boolean;
}

/**
 * Gathers the steps of one turn of the event loop into one transaction, also those of different locks: their
 * statements are sent together, so that many units cost as many round trips as one. Those of the same lock run one
 * after the other.
 *
 * The transaction waits for no other one. A unit whose lock is taken, and every unit when a row is locked or a unit
 * throws, runs in a transaction of its own instead.
 */
export class GatheredSteps<Schema> {
  readonly #pool: PostgresPool;
  readonly #compiler: Kysely<Schema>;
  readonly #single: SingleUnits<Schema>;
  readonly #begin: string;
  #waiting: StepsUnit<Schema>[] = [];
  #running: Promise<void> | undefined;

  constructor({ pool, compiler, single, patience }: GatheredStepsOptions<Schema>) {
    this.#pool = pool;
    this.#compiler = compiler;
    this.#single = single;
    this.#begin = `begin; set local lock_timeout = ${patience * rowLockMilliseconds}`;
  }

  run<Result>(steps: () => Steps<Schema, Result>, lock: string): Promise<Result> {
    if (this.#single.isBusy(lock)) return this.#single.writeSteps(steps, lock);
    return new Promise((resolve, fail) => {
      // A unit is resolved with the result of its own steps.
      this.#waiting.push({ steps, lock, resolve: resolve as (result: unknown) => void, fail });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when no unit is waiting or running here. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise(setImmediate);
      await this.#commit(this.#waiting.splice(0, mostTogether));
    }
    this.#running = undefined;
  }

  async #commit(units: readonly StepsUnit<Schema>[]): Promise<void> {
    const startedAt = performance.now();
    try {
      this.#runAlone(await this.#inTransaction(units));
    } catch (reason) {
      const isOfOne = units.length > 1 && !(reason instanceof DatabaseUnavailableError);
      if (isOfOne || isContended(reason)) return this.#runAlone(units);
      for (const unit of units) unit.fail(reason);
      // A database that did not respond to these would not respond to the next ones.
      if (performance.now() - startedAt > patienceMilliseconds)
        for (const unit of this.#waiting.splice(0)) unit.fail(reason);
    }
  }

  #runAlone(units: readonly StepsUnit<Schema>[]): void {
    for (const { steps, lock, resolve, fail } of units)
      this.#single.writeSteps(steps, lock).then(resolve, fail);
  }

  /** @returns the units that have to run alone; the others are committed and settled */
  async #inTransaction(units: readonly StepsUnit<Schema>[]): Promise<readonly StepsUnit<Schema>[]> {
    const byLock = Map.groupBy(units, ({ lock }) => lock);
    const locks = [...byLock.keys()];
    const { connection, result } = await this.#pool.acquireAfter((borrowed) =>
      this.#beginWith(borrowed, locks),
    );
    try {
      const isFree = (_: unknown, at: number) => result[at] === true;
      const queues = locks.filter(isFree).map((lock) => new StepsQueue(byLock.get(lock) ?? []));
      while (queues.some(({ wanted }) => wanted !== undefined)) await this.#runWanted(connection, queues);
      await this.#end(connection, queues);
      const busy = locks.filter((lock, at) => !isFree(lock, at)).flatMap((lock) => byLock.get(lock) ?? []);
      return [...busy, ...queues.flatMap(({ alone }) => alone)];
    } catch (reason) {
      await rollBack(connection);
      throw reason;
    } finally {
      connection.release();
    }
  }

  /** @returns of each lock whether the transaction holds it */
  async #beginWith(connection: PostgresConnection, locks: readonly string[]): Promise<readonly boolean[]> {
    const values = [locks.map((lock) => String(lockNumber(lock)))];
    const [, { rows }] = await connection.pipelined(() => [
      connection.run({ text: this.#begin }),
      connection.run<readonly [boolean]>({ name: nameOf(tryLocks), text: tryLocks, values, asArrays: true }),
    ]);
    return rows.map(([isHeld]) => isHeld);
  }

  /** Sends what the queues do not wait for, and then, in the same round trip, the statement that each waits for. */
  async #runWanted(connection: BorrowedConnection, queues: readonly StepsQueue<Schema>[]): Promise<void> {
    const waiting = queues.flatMap((queue) => {
      if (queue.wanted === undefined) return [];
      return [{ queue, statement: this.#statementOf(queue.wanted) }];
    });
    const byText = Map.groupBy(waiting, ({ statement }) => statement.text);
    const results = await connection.pipelined(() => [
      ...this.#sendOutgoing(connection, queues),
      ...[...byText].map(async ([text, group]) => {
        const found = await runEach(
          connection,
          group.map(({ statement }) => statement),
        );
        return () =>
          group.forEach(({ queue }, at) => queue.receive(found[at] ?? [], !text.startsWith("select ")));
      }),
    ]);
    for (const receive of results) receive();
  }

  async #end(connection: BorrowedConnection, queues: readonly StepsQueue<Schema>[]): Promise<void> {
    let command = "";
    await connection.pipelined(() => [
      ...this.#sendOutgoing(connection, queues),
      connection.run({ text: "commit" }).then((result) => (command = result.command)),
    ]);
    // For the commit of an aborted transaction the server reports success.
    if (command !== "COMMIT") throw new Error(`The transaction ended with ${command} instead of COMMIT`);
    for (const queue of queues) queue.settle();
  }

  #sendOutgoing(
    connection: PostgresConnection,
    queues: readonly StepsQueue<Schema>[],
  ): readonly Promise<() => void>[] {
    const statements = queues.flatMap((queue) => queue.takeOutgoing()).map((step) => this.#statementOf(step));
    return statements.map((statement) => connection.run(statement).then(() => () => undefined));
  }

  #statementOf({ query, parameters }: StepStatement<Schema>): Statement {
    const bound = query.compiledFor(this.#compiler);
    return { name: nameOf(bound.sql), text: bound.sql, values: bound.bind(parameters) };
  }
}

/** Statements with the same text: look-ups as one query, others each on its own. @returns the rows of each */
async function runEach(
  connection: PostgresConnection,
  statements: readonly Statement[],
): Promise<readonly (readonly unknown[])[]> {
  const [{ text } = { text: "" }] = statements;
  if (statements.length > 1 && isLookUp(text)) {
    const values = statements.map((statement) => statement.values ?? []);
    return lookUpTogether(runArraysOn(connection), text, values);
  }
  const results = await Promise.all(statements.map((statement) => connection.run(statement)));
  return results.map(({ rows }) => rows);
}

const tryLocks =
  "select pg_try_advisory_xact_lock(number) from unnest($1::bigint[]) with ordinality as lock(number, place) order by place";

/** A lost connection cannot send a rollback; the server rolls back by itself. */
async function rollBack(connection: BorrowedConnection): Promise<void> {
  if (connection.isLost) return;
  try {
    await connection.run({ text: "rollback" });
  } catch {
    connection.discard();
  }
}
