import { Pool, type ClientConfig, type PoolClient } from "pg";
import {
  PostgresConnection,
  parsedTypes,
  type Statement,
  type StatementResult,
} from "./postgres-connection.ts";
import { isConnectionLost, translatePostgresError } from "./postgres-errors.ts";

/** Time limit for getting a connection, idle or new. */
const connectMilliseconds = 1000;
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
  readonly server: ClientConfig;
  readonly connections: number;
  readonly clock: (() => number) | undefined;
  /** Factor for all time limits. */
  readonly patience: number;
}

/** Connections to one PostgreSQL server, each used by one unit of work at a time. */
export class PostgresPool {
  readonly #pool: Pool;
  readonly #clock: (() => number) | undefined;

  constructor({ server, connections, clock, patience }: PostgresPoolOptions) {
    this.#clock = clock;
    this.#pool = new Pool({
      ...server,
      max: connections,
      types: parsedTypes,
      keepAlive: true,
      connectionTimeoutMillis: patience * connectMilliseconds,
      query_timeout: patience * statementMilliseconds,
      statement_timeout: patience * statementMilliseconds,
      lock_timeout: patience * lockMilliseconds,
      idle_in_transaction_session_timeout: patience * idleTransactionMilliseconds,
      idleTimeoutMillis: idleConnectionMilliseconds,
      maxLifetimeSeconds: connectionLifetimeSeconds,
    });
    // The pool removes a connection that dies while idle; no caller is affected.
    this.#pool.on("error", ignore);
  }

  /** Borrows a connection. @throws `DatabaseUnavailableError` */
  async acquire(): Promise<BorrowedConnection> {
    try {
      const client = await this.#pool.connect();
      // When it dies while borrowed, the running statement fails, or the next one.
      client.on("error", ignore);
      return new BorrowedConnection(client, this.#clock);
    } catch (error) {
      throw translatePostgresError(error);
    }
  }

  /** Runs one statement, see {@link using}. */
  run<Row>(statement: Statement): Promise<StatementResult<Row>> {
    return this.using((connection) => connection.run<Row>(statement));
  }

  /** Borrows a connection for work that may run twice: if the connection died while idle, the work runs on another one. */
  async using<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const { connection, result } = await this.#onLivingConnection(work);
    connection.release();
    return result;
  }

  /** Borrows a connection on which a statement, such as the begin of a transaction, has already run. */
  async acquireAfter(first: Statement): Promise<BorrowedConnection> {
    const { connection } = await this.#onLivingConnection((borrowed) => borrowed.run(first));
    return connection;
  }

  async #onLivingConnection<Result>(
    work: (connection: PostgresConnection) => Promise<Result>,
  ): Promise<{ readonly connection: BorrowedConnection; readonly result: Result }> {
    const startedAt = performance.now();
    for (;;) {
      const connection = await this.acquire();
      try {
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
    await this.#pool.end();
  }
}

/** Without a listener, an error event would end the process. */
function ignore(): void {}

/** A connection borrowed from its pool. */
export class BorrowedConnection extends PostgresConnection {
  readonly #release: (destroy: boolean) => void;
  #isDiscarded = false;

  constructor(client: PoolClient, clock: (() => number) | undefined) {
    super(client, clock);
    this.#release = (destroy) => {
      client.off("error", ignore);
      client.release(destroy);
    };
  }

  /** Marks it to be closed instead of reused. */
  discard(): void {
    this.#isDiscarded = true;
  }

  /** Returns it to the pool; a lost one is closed instead. */
  release(): void {
    this.#release(this.isLost || this.#isDiscarded);
  }
}
