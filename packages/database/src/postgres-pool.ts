import { Pool, type PoolClient } from "pg";
import { BorrowedConnection } from "./borrowed-connection.ts";
import { PooledConnection, type ServerLimits } from "./pooled-connection.ts";
import {
  parsedTypes,
  type PostgresConnection,
  type Statement,
  type StatementResult,
} from "./postgres-connection.ts";
import { isConnectionLost, translatePostgresError } from "./postgres-errors.ts";
import type { Primary } from "./postgres-primary.ts";
import { readServerState } from "./postgres-state.ts";
import type { PrimaryFinder } from "./primary-finder.ts";

/** Time limit for getting a connection, idle or new. */
const connectMilliseconds = 1000;
/** One attempt takes no longer, however patient the caller is: a new one gets through where an old one was lost. */
const attemptMilliseconds = 5000;
/**
 * Time limit of one statement. Together with the time limit for a connection it stays below the three seconds within
 * which a request must get its response when the server hangs.
 */
const statementMilliseconds = 1500;
/** Time limit for waiting for a row or an advisory lock. */
const lockMilliseconds = 1200;
/** After this idle time within a transaction the server aborts it, because others wait for its locks. */
const idleTransactionMilliseconds = 2000;
/** A connection that fails within this time was already dead before. */
const deadConnectionMilliseconds = 100;
const idleConnectionMilliseconds = 60_000;
/** After this time a connection is replaced, so that after a failover all connections lead to the new server. */
const connectionLifetimeSeconds = 1800;

/** Options of a connection pool. */
export interface PostgresPoolOptions {
  readonly primaries: PrimaryFinder;
  /** Whether PgBouncer in transaction mode is in between. */
  readonly isPooled: boolean;
  readonly connections: number;
  readonly clock: (() => number) | undefined;
  /** Factor for all time limits. */
  readonly patience: number;
}

/** Connections to the server that accepts writes, each used by one unit of work at a time. */
export class PostgresPool {
  readonly #options: PostgresPoolOptions;
  #pool: { readonly primary: Primary; readonly connections: Pool } | undefined;

  constructor(options: PostgresPoolOptions) {
    this.#options = options;
  }

  /** Borrows a connection. @throws `DatabaseUnavailableError` */
  async acquire(): Promise<BorrowedConnection> {
    const { primaries, patience } = this.#options;
    const deadline = performance.now() + patience * connectMilliseconds;
    for (;;) {
      const primary = await primaries.find();
      await primary.usable(deadline);
      const startedAt = performance.now();
      try {
        return this.#borrow(await this.#connectionsTo(primary).connect(), primary);
      } catch (error) {
        primaries.doubt(primary);
        if (performance.now() >= deadline) throw translatePostgresError(error);
        const isSame = (await primaries.find()) === primary;
        if (isSame && !this.#mayRepeat(startedAt, deadline)) throw translatePostgresError(error);
      }
    }
  }

  /**
   * Whether another attempt at the same server may succeed and has the time: one that refuses does so at once, and will do
   * so again. Of one that has not responded nothing is known.
   */
  #mayRepeat(startedAt: number, deadline: number): boolean {
    const now = performance.now();
    return now - startedAt > this.#attemptMilliseconds / 2 && deadline - now >= this.#attemptMilliseconds;
  }

  get #statementMilliseconds(): number {
    return this.#options.patience * statementMilliseconds;
  }

  get #attemptMilliseconds(): number {
    return Math.min(this.#options.patience * connectMilliseconds, attemptMilliseconds);
  }

  #borrow(client: PoolClient, primary: Primary): BorrowedConnection {
    const { primaries, clock, isPooled } = this.#options;
    const doubt = () => primaries.doubt(primary);
    if (isPooled) return new PooledConnection(client, doubt, { primary, limits: this.#limits });
    const limitMilliseconds = this.#statementMilliseconds;
    return new BorrowedConnection(client, doubt, { clock, guard: primary, limitMilliseconds });
  }

  #connectionsTo(primary: Primary): Pool {
    if (this.#pool?.primary === primary) return this.#pool.connections;
    this.#pool?.connections.end().catch(ignore);
    this.#pool = { primary, connections: this.#open(primary) };
    return this.#pool.connections;
  }

  #open(primary: Primary): Pool {
    const { connections, isPooled } = this.#options;
    const pool = new Pool({
      ...primary.server,
      stream: () => primary.openSocket(),
      verify: (client, done) => void this.#verify(client, primary, done),
      max: connections,
      types: parsedTypes,
      keepAlive: true,
      // Statements are sent without waiting for the results of those before, see `PostgresConnection.pipelined`.
      pipeline: true,
      connectionTimeoutMillis: this.#attemptMilliseconds,
      // PgBouncer refuses connections that set these.
      ...(isPooled ? {} : this.#limits),
      idleTimeoutMillis: idleConnectionMilliseconds,
      maxLifetimeSeconds: connectionLifetimeSeconds,
    });
    // The pool removes a connection that dies while idle; no caller is affected.
    pool.on("error", ignore);
    // When one dies while it is verified or borrowed, the running statement fails, or the next one.
    pool.on("connect", (client) => client.on("error", ignore));
    return pool;
  }

  async #verify(client: PoolClient, primary: Primary, done: (error?: Error) => void): Promise<void> {
    done(await this.#whyRefused(client, primary));
  }

  async #whyRefused(client: PoolClient, primary: Primary): Promise<Error | undefined> {
    try {
      return primary.problemOf(await readServerState(client, this.#statementMilliseconds));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  get #limits(): ServerLimits {
    const { patience } = this.#options;
    return {
      statement_timeout: this.#statementMilliseconds,
      lock_timeout: patience * lockMilliseconds,
      idle_in_transaction_session_timeout: patience * idleTransactionMilliseconds,
    };
  }

  /** Runs one statement, see {@link using}. */
  run<Row>(statement: Statement): Promise<StatementResult<Row>> {
    return this.using((connection) => connection.run<Row>(statement));
  }

  /** Borrows a connection for work that may run twice: if the connection died while idle, the work runs on another one. */
  async using<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const { connection, result } = await this.#onLivingConnection(async (borrowed) => {
      const value = await work(borrowed);
      await borrowed.finish();
      return value;
    });
    connection.release();
    return result;
  }

  /** Borrows a connection on which the first statements of a transaction have already run. */
  acquireAfter<Result>(first: (connection: PostgresConnection) => Promise<Result>) {
    return this.#onLivingConnection(first);
  }

  async #onLivingConnection<Result>(
    work: (connection: BorrowedConnection) => Promise<Result>,
  ): Promise<{ readonly connection: BorrowedConnection; readonly result: Result }> {
    const startedAt = performance.now();
    for (;;) {
      const connection = await this.acquire();
      try {
        await connection.prepare();
        return { connection, result: await work(connection) };
      } catch (error) {
        connection.discard();
        connection.release();
        // Dead connections fail at once; a slow failure would be slow again.
        if (!isConnectionLost(error) || performance.now() - startedAt > deadConnectionMilliseconds)
          throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool?.connections.end();
  }
}

/** Without a listener, an error event would end the process. */
function ignore(): void {}
