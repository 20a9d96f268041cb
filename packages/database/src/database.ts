import type { Kysely } from "kysely";
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
  readonly engine: "sqlite";
  /** Sees committed data only. */
  readonly reader: Queries<Schema>;
  /**
   * Runs `work` in a transaction and resolves once its effects are durable. Work that is asked for in
   * the same turn of the event loop shares one commit, each piece in a savepoint of its own: when one
   * throws, its own effects are undone and the others stand.
   *
   * @throws whatever `work` throws; `DatabaseUnavailableError` when the commit did not happen.
   */
  write<Result>(work: (transaction: Queries<Schema>) => Promise<Result>): Promise<Result>;
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

/** How to open a database. */
export interface DatabaseOptions {
  /** `sqlite:` and a file path. */
  readonly address: string;
  /** What `now_ms()` answers on an embedded database, in milliseconds UTC. Default: the system's clock. */
  readonly clock?: () => number;
}
