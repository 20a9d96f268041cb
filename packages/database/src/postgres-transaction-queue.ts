import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Queries, WriteOptions } from "./database.ts";
import { GroupCommit, type TransactionControl } from "./group-commit.ts";
import { kyselyOn, type PostgresConnection, type Statement } from "./postgres-connection.ts";
import { isWorthRepeating } from "./postgres-errors.ts";
import type { BorrowedConnection } from "./borrowed-connection.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import { nameOf } from "./postgres-reader.ts";
import type { PreparedQuery } from "./prepared-query.ts";

/** Few enough that other nodes that wait for the same locks get them within a fraction of a second. */
const mostTogether = 64;

/**
 * Runs transactions that hold the same locks one after the other. Units that arrive while one runs share the next
 * one: one connection and one commit for all of them, for any number of callers.
 */
export class TransactionQueue<Schema> {
  readonly #pool: PostgresPool;
  readonly #begin: string;
  readonly #queries: Queries<Schema>;
  readonly #groups: GroupCommit;
  #connection: BorrowedConnection | undefined;

  /** @param options.locks names that no other transaction, on any node, can hold at the same time */
  constructor(pool: PostgresPool, compiler: Kysely<Schema>, options: WriteOptions) {
    const { locks = [], isSnapshot = false } = options;
    this.#pool = pool;
    const begin = isSnapshot ? "begin isolation level repeatable read" : "begin";
    // All transactions take their locks in the same order, so that no two wait for each other.
    this.#begin = [begin, ...locks.toSorted().map(lockStatement)].join("; ");
    this.#queries = queriesOf(compiler, (statement) => this.#run(statement));
    this.#groups = new GroupCommit(this.#control(), { isWorthRepeating, mostTogether });
  }

  write<Result>(work: (transaction: Queries<Schema>) => Promise<Result>): Promise<Result> {
    return this.#groups.run(() => work(this.#queries));
  }

  get isBusy(): boolean {
    return this.#groups.isBusy;
  }

  /** Resolves when no unit is waiting or running. */
  idle(): Promise<void> {
    return this.#groups.idle();
  }

  #control(): TransactionControl {
    return {
      begin: () => this.#beginTransaction(),
      commit: () => this.#end(refusingRollback(() => this.#run({ text: "commit" }))),
      rollback: () => this.#end(() => this.#rollback()),
    };
  }

  /** A lost connection cannot send a rollback; the server rolls back by itself. */
  async #rollback(): Promise<void> {
    if (this.#connection?.isLost === false) await this.#run({ text: "rollback" });
  }

  /** No statement has run yet, so a dead connection is replaced by another. */
  async #beginTransaction(): Promise<void> {
    const begin = (borrowed: PostgresConnection) => borrowed.run({ text: this.#begin });
    const { connection } = await this.#pool.acquireAfter(begin);
    this.#connection = connection;
  }

  /** The connection is returned even if the last statement fails; a failed one is closed. */
  async #end(last: () => Promise<unknown>): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    try {
      await last();
    } catch (error) {
      connection.discard();
      throw error;
    } finally {
      this.#connection = undefined;
      connection.release();
    }
  }

  #run<Row>(statement: Statement) {
    if (this.#connection === undefined) throw new Error("A transaction is only used while it is open");
    return this.#connection.run<Row>(statement);
  }
}

/** For the commit of an aborted transaction the server reports success; only the command tag says ROLLBACK. */
function refusingRollback(commit: () => Promise<{ readonly command: string }>): () => Promise<void> {
  return async () => {
    const { command } = await commit();
    if (command !== "COMMIT") throw new Error(`The transaction ended with ${command} instead of COMMIT`);
  };
}

/** An advisory lock that ends with the transaction. */
function lockStatement(name: string): string {
  return `select pg_advisory_xact_lock(${lockNumber(name)})`;
}

/** The number of an advisory lock. Names are hashed to 64 bits; a collision would only make two transactions wait for each other. */
export function lockNumber(name: string): bigint {
  return hash("sha256", name, "buffer").readBigInt64BE();
}

function queriesOf<Schema>(compiler: Kysely<Schema>, run: PostgresConnection["run"]): Queries<Schema> {
  return {
    kysely: kyselyOn<Schema>(run),
    async run<Parameters, Row>(query: PreparedQuery<Schema, Parameters, Row>, parameters: Parameters) {
      const bound = query.compiledFor(compiler);
      const text = bound.sql;
      const { rows } = await run<Row>({ name: nameOf(text), text, values: bound.bind(parameters) });
      return rows;
    },
  };
}
