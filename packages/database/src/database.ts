import type { Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import type { Migrations } from "./migration.ts";
import type { PreparedQuery } from "./prepared-query.ts";
import type { Steps } from "./steps.ts";

/** Queries of a unit of work: typed ones, and prepared ones for hot paths. */
export interface Queries<Schema> {
  /** Queries that are built each time; for everything that does not run thousands of times a second. */
  readonly kysely: Kysely<Schema>;
  /** Runs a query that was compiled once, see {@link PreparedQuery}. */
  run<Parameters, Row>(
    query: PreparedQuery<Schema, Parameters, Row>,
    parameters: Parameters,
  ): Promise<readonly Row[]>;
}

/** Steps that only read, and the outcome of their result. */
export interface ReadRequest<Schema, Result> {
  /** Makes the steps. What it throws is a failure like that of a step. */
  steps(): Steps<Schema, Result>;
  /** What it throws is passed to `fail`. */
  succeed(result: Result): void;
  /** Does not throw. */
  fail(reason: unknown): void;
}

/**
 * One open database.
 *
 * SQL in it may call `now_ms()`: the database's own clock, in integer milliseconds UTC. Expiry is
 * always decided by that clock, so a wrong clock on a node has no effect.
 */
export interface Database<Schema> {
  readonly engine: Engine;
  /** Sees committed data only. */
  readonly reader: Queries<Schema>;
  /**
   * Runs steps that read committed data: all that was committed before the request. On SQLite all requests of one turn
   * of the event loop run at its end, without waiting, in one snapshot; on PostgreSQL the look-ups of concurrent requests
   * share queries. It takes callbacks, because a promise between look-up and response would cost as much as the look-up.
   */
  read<Result>(request: ReadRequest<Schema, Result>): void;
  /**
   * Runs `work` in a transaction and resolves once its effects are durable. Several units of work may share one
   * commit. When one of them throws, or after a deadlock or a serialization failure, each is run again from its
   * start in its own transaction: so `work` may have no effects outside the database.
   *
   * On SQLite all units run one after the other. On PostgreSQL only those that name the same lock do; each statement
   * sees what was committed before it began.
   *
   * @throws what `work` throws; `DatabaseUnavailableError` when the commit failed, or when it is unknown whether it
   * took effect.
   */
  write<Result>(
    work: (transaction: Queries<Schema>) => Promise<Result>,
    options?: WriteOptions,
  ): Promise<Result>;
  /**
   * Like {@link Database.write}, for work that consists of prepared statements only, under one lock. The work of many
   * callers shares a transaction, on PostgreSQL too: see {@link Steps}. `steps` makes the work, more than once if it has
   * to begin again.
   *
   * @throws like `write`
   */
  writeSteps<Result>(steps: () => Steps<Schema, Result>, lock: string): Promise<Result>;
  /**
   * Applies the missing migrations in the order of their names, each exactly once: all of them, or none when one
   * fails.
   *
   * @throws `NewerSchemaError` when the database has migrations that are not in the list; `OlderSchemaError` when it has
   *   only some of those that one of the list replaces.
   */
  migrate(migrations: Migrations): Promise<void>;
  /** Runs a trivial query. @throws `DatabaseUnavailableError` */
  ping(): Promise<void>;
  /** Waits for open transactions and closes the connections. */
  close(): Promise<void>;
}

/** Options of a transaction. */
export interface WriteOptions {
  /** Names of locks, held until the transaction ends; no other transaction of any process can hold the same one. */
  readonly locks?: readonly string[];
  /** Whether all statements see one state of the database, as they always do on SQLite. Default false. */
  readonly isSnapshot?: boolean;
}

/** How to open a database. */
export interface DatabaseOptions {
  /**
   * `sqlite:` and a file path, or `postgres://user:password@host:port/name`. Of several hosts, separated by commas, the
   * one that accepts writes is used, and found again after a failover.
   */
  readonly address: string;
  /** How many connections to a database server this process may open. Default 10. */
  readonly connections?: number;
  /** Whether concurrent look-ups share a query on a database server. Default true; false to measure the difference. */
  readonly gatherLookUps?: boolean;
  /**
   * What `now_ms()` returns, in milliseconds UTC, instead of the database's own clock: for tests. It has no effect on
   * a database that was migrated without it.
   */
  readonly clock?: () => number;
  /**
   * Whether a commit is on disk before it is confirmed. Default true. False is for data that may be lost: a power cut can
   * take the last commits with it, and never damages the file. It has no effect on a database server.
   */
  readonly syncsCommits?: boolean;
  /** Factor for all time limits on a database server: for maintenance commands, and tests on a busy machine. Default 1. */
  readonly patience?: number;
}
