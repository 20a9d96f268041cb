import type { Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import type { Migrations } from "./migrate.ts";
import type { PreparedQuery } from "./prepared-query.ts";

/** What a piece of work can ask of the database: typed queries, and prepared ones for hot paths. */
export interface Queries<Schema> {
  /** Queries that are built each time; for everything that is not asked thousands of times a second. */
  readonly kysely: Kysely<Schema>;
  /** Runs a query that was compiled once, see {@link PreparedQuery}. */
  run<Parameters, Row>(
    query: PreparedQuery<Schema, Parameters, Row>,
    parameters: Parameters,
  ): Promise<readonly Row[]>;
}

/**
 * One open database.
 *
 * SQL in it may call `now_ms()`: the database's own clock, in integer milliseconds UTC. Validity is
 * always decided by that clock, so that a node whose own clock is wrong changes nothing.
 */
export interface Database<Schema> {
  readonly engine: Engine;
  /** Sees committed data only. */
  readonly reader: Queries<Schema>;
  /**
   * Runs `work` in a transaction and resolves once its effects are durable. Pieces of work may share one
   * commit; when one of them throws, or after a deadlock or a serialization failure, they are done again from
   * their start, each alone: work does nothing but ask the database.
   *
   * On SQLite all work is serial. On PostgreSQL only work that names the same lock is; each statement sees what was
   * committed before it began.
   *
   * @throws whatever `work` throws; `DatabaseUnavailableError` when the commit did not happen, or nobody knows
   * whether it did.
   */
  write<Result>(
    work: (transaction: Queries<Schema>) => Promise<Result>,
    options?: WriteOptions,
  ): Promise<Result>;
  /**
   * Applies the migrations that are missing, in the order of their names, each exactly once: all of them, or
   * none when one fails.
   *
   * @throws `NewerSchemaError` when the database has migrations that are not in the list.
   */
  migrate(migrations: Migrations): Promise<void>;
  /** Asks the database something trivial. @throws `DatabaseUnavailableError` */
  ping(): Promise<void>;
  /** Waits for the transactions under way and closes the connections. */
  close(): Promise<void>;
}

/** What a transaction needs beside its queries. */
export interface WriteOptions {
  /** Names, of anything, that no other transaction of any process holds meanwhile. */
  readonly locks?: readonly string[];
}

/** How to open a database. */
export interface DatabaseOptions {
  /** `sqlite:` and a file path, or `postgres://user:password@host:port/name`. */
  readonly address: string;
  /** Connections to a database server that this process may have open. Default 10. */
  readonly connections?: number;
  /** Whether look-ups that are asked for together share a query on a database server. Default true; false to measure it. */
  readonly gatherLookUps?: boolean;
  /**
   * What `now_ms()` answers, in milliseconds UTC, instead of the database's own clock: for tests. A database that was
   * migrated without one does not know it later.
   */
  readonly clock?: () => number;
  /** How many times as long as for a request a database server is waited for: for upkeep, and tests on a busy machine. Default 1. */
  readonly patience?: number;
}
