import { Pool, type ClientBase, type PoolClient } from "pg";
import {
  PostgresConnection,
  parsedTypes,
  type Statement,
  type StatementResult,
} from "./postgres-connection.ts";
import { isConnectionLost, translatePostgresError } from "./postgres-errors.ts";
import { noPrimary, type Primary } from "./postgres-primary.ts";
import { nameOfServer, readServerState } from "./postgres-state.ts";
import type { PrimaryFinder } from "./primary-finder.ts";

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
  readonly primaries: PrimaryFinder;
  readonly connections: number;
  /** Whether what runs on the connections may write. */
  readonly mayWrite: boolean;
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
    const { primaries, patience, clock, mayWrite } = this.#options;
    const deadline = performance.now() + patience * connectMilliseconds;
    for (;;) {
      const primary = await primaries.find();
      if (mayWrite) await primary.writable(deadline);
      const doubt = () => primaries.doubt(primary);
      try {
        return new BorrowedConnection(await this.#connectionsTo(primary).connect(), clock, doubt);
      } catch (error) {
        doubt();
        // When the same server is found again, it will not respond any better.
        if (performance.now() >= deadline || (await primaries.find()) === primary)
          throw translatePostgresError(error);
      }
    }
  }

  #connectionsTo(primary: Primary): Pool {
    if (this.#pool?.primary === primary) return this.#pool.connections;
    this.#pool?.connections.end().catch(ignore);
    this.#pool = { primary, connections: this.#open(primary) };
    return this.#pool.connections;
  }

  #open(primary: Primary): Pool {
    const { connections, patience } = this.#options;
    const pool = new Pool({
      ...primary.server,
      stream: () => primary.openSocket(),
      verify: (client, done) => void verify(client, primary, done),
      max: connections,
      types: parsedTypes,
      keepAlive: true,
      // Statements are sent without waiting for the results of those before, see `PostgresConnection.pipelined`.
      pipeline: true,
      connectionTimeoutMillis: patience * connectMilliseconds,
      query_timeout: patience * statementMilliseconds,
      statement_timeout: patience * statementMilliseconds,
      lock_timeout: patience * lockMilliseconds,
      idle_in_transaction_session_timeout: patience * idleTransactionMilliseconds,
      idleTimeoutMillis: idleConnectionMilliseconds,
      maxLifetimeSeconds: connectionLifetimeSeconds,
    });
    // The pool removes a connection that dies while idle; no caller is affected.
    pool.on("error", ignore);
    return pool;
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

  /** Borrows a connection on which the first statements of a transaction have already run. */
  acquireAfter<Result>(first: (connection: PostgresConnection) => Promise<Result>) {
    return this.#onLivingConnection(first);
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
    await this.#pool?.connections.end();
  }
}

async function verify(client: ClientBase, primary: Primary, done: (error?: Error) => void): Promise<void> {
  done(await whyRefused(client, primary));
}

/** A standby may lag behind, and so may a server that was replaced: neither is used, not even to read. */
async function whyRefused(client: ClientBase, { server, timeline }: Primary): Promise<Error | undefined> {
  try {
    const state = await readServerState(client);
    if (!state.isWritable) return noPrimary(`${nameOfServer(server)} is a standby or read-only`);
    if (timeline === 0 || state.timeline === timeline) return undefined;
    return noPrimary(`${nameOfServer(server)} has timeline ${state.timeline} instead of ${timeline}`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Without a listener, an error event would end the process. */
function ignore(): void {}

/** A connection borrowed from its pool. */
export class BorrowedConnection extends PostgresConnection {
  readonly #release: (destroy: boolean) => void;
  #isDiscarded = false;

  /** @param onLost is called when it has failed */
  constructor(client: PoolClient, clock: (() => number) | undefined, onLost: () => void) {
    super(client, clock);
    // When it dies while borrowed, the running statement fails, or the next one.
    client.on("error", ignore);
    this.#release = (destroy) => {
      client.off("error", ignore);
      client.release(destroy);
      if (this.isLost) onLost();
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
