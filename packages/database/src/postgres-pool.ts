import { Pool, type ClientConfig, type PoolClient } from "pg";
import {
  PostgresConnection,
  parsedTypes,
  type Statement,
  type StatementResult,
} from "./postgres-connection.ts";
import { isConnectionLost, translatePostgresError } from "./postgres-errors.ts";

/** How long a connection, a free one or a new one, is waited for. */
const connectMilliseconds = 1000;
/**
 * How long one statement may take. Together with the wait for a connection it stays below the three seconds in which
 * a request has to be answered when the server hangs.
 */
const statementMilliseconds = 1500;
/** How long a row or name that others hold is waited for. */
const lockMilliseconds = 1200;
/** After what silence within a transaction the server gives it up, for the sake of those that wait for its locks. */
const idleTransactionMilliseconds = 2000;
/** A connection that fails within this time was dead already. */
const deadConnectionMilliseconds = 100;
const idleConnectionMilliseconds = 60_000;
/** Also after a failover, or behind a name that has moved, every connection is a fresh one in the end. */
const connectionLifetimeSeconds = 1800;

/** How a pool of connections is made. */
export interface PostgresPoolOptions {
  readonly server: ClientConfig;
  readonly connections: number;
  readonly clock: (() => number) | undefined;
  /** How many times as long as usual everything is waited for. */
  readonly patience: number;
}

/** Connections to one PostgreSQL server, each used by one piece of work at a time. */
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
    // A connection that dies while it is idle leaves the pool by itself; nobody was waiting for it.
    this.#pool.on("error", ignore);
  }

  /** Borrows a connection. @throws `DatabaseUnavailableError` */
  async acquire(): Promise<BorrowedConnection> {
    try {
      const client = await this.#pool.connect();
      // One that dies while it is borrowed fails the statement under way, or the next one.
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

  /** Borrows a connection for work that may be done twice: that a connection died while idle is no reason to fail. */
  async using<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const { connection, result } = await this.#onLivingConnection(work);
    connection.release();
    return result;
  }

  /** Borrows a connection on which a statement, such as the begin of a transaction, has been run. */
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
        // Dead connections say so at once; what took its time would take it again.
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

/** A connection on loan from its pool. */
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

  /** Has it closed instead of used again. */
  discard(): void {
    this.#isDiscarded = true;
  }

  /** Gives it back; one that is lost is closed instead. */
  release(): void {
    this.#release(this.isLost || this.#isDiscarded);
  }
}
