import type { Kysely } from "kysely";
import { Client } from "pg";
import type { Database, Queries, ReadRequest, WriteOptions } from "./database.ts";
import { migrate } from "./migrate.ts";
import type { Migrations } from "./migration.ts";
import { readPostgresAddress } from "./postgres-address.ts";
import { kyselyOn, parsedTypes, PostgresConnection } from "./postgres-connection.ts";
import { translatePostgresError } from "./postgres-errors.ts";
import { TransactionQueue } from "./postgres-transaction-queue.ts";
import { PostgresPool } from "./postgres-pool.ts";
import type { Primary } from "./postgres-primary.ts";
import { postgresReader } from "./postgres-reader.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import { runSteps, type Steps } from "./steps.ts";
import { PrimaryFinder } from "./primary-finder.ts";
import { GatheredSteps } from "./postgres-gathered-steps.ts";

/** How to open a PostgreSQL database. */
export interface PostgresOptions {
  readonly address: string;
  /** How many connections this process may open. */
  readonly connections: number;
  readonly gatherLookUps: boolean;
  readonly clock: (() => number) | undefined;
  /** Factor for all time limits. */
  readonly patience: number;
}

/**
 * Opens a PostgreSQL database. No connection is opened before the first query. Look-ups and transactions use
 * separate connections, so that many writers that wait for each other do not delay look-ups.
 *
 * @throws `InvalidDatabaseAddressError`
 */
export function openPostgres<Schema>(options: PostgresOptions): Database<Schema> {
  const { clock, patience } = options;
  const { servers, isPooled } = readPostgresAddress(options.address);
  const primaries = new PrimaryFinder(servers);
  const readerConnections = Math.max(1, Math.floor(options.connections / 3));
  const common = { primaries, isPooled, clock, patience };
  const readers = new PostgresPool({ ...common, connections: readerConnections });
  const writers = new PostgresPool({
    ...common,
    connections: Math.max(1, options.connections - readerConnections),
  });
  const reader = postgresReader<Schema>(readers, kyselyOn<Schema>(neverRun), options.gatherLookUps);
  const compiler = kyselyOn<Schema>(neverRun);
  const queues = new TransactionQueues<Schema>(writers, compiler);
  const gathered = new GatheredSteps<Schema>({ pool: writers, compiler, single: queues, patience });
  return {
    engine: "postgres",
    reader,
    read: (request) => void serve(reader, request),
    write: (work, writeOptions) => queues.write(work, writeOptions),
    writeSteps: (steps, lock) => gathered.run(steps, lock),
    migrate: async (migrations) => migrateAlone(await findUsable(primaries), migrations, clock !== undefined),
    ping: async () => {
      await (await primaries.find()).usable(performance.now());
      await readers.run({ text: "select 1" });
    },
    close: async () => {
      await gathered.idle();
      await queues.idle();
      primaries.close();
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}

/** Never rejects. */
async function serve<Schema, Result>(
  reader: Queries<Schema>,
  request: ReadRequest<Schema, Result>,
): Promise<void> {
  try {
    request.succeed(await runSteps(reader, request.steps()));
  } catch (reason) {
    request.fail(reason);
  }
}

/** For kysely instances that only compile queries. */
const neverRun = () => Promise.reject(new Error("This instance only compiles queries"));

/** The transactions of this process: those with the same locks share a queue, the others each have their own. */
class TransactionQueues<Schema> {
  readonly #writers: PostgresPool;
  readonly #compiler: Kysely<Schema>;
  readonly #named = new Map<string, TransactionQueue<Schema>>();
  readonly #busy = new Set<TransactionQueue<Schema>>();

  constructor(writers: PostgresPool, compiler: Kysely<Schema>) {
    this.#writers = writers;
    this.#compiler = compiler;
  }

  async write<Result>(
    work: (transaction: Queries<Schema>) => Promise<Result>,
    options: WriteOptions = {},
  ): Promise<Result> {
    const { locks = [], isSnapshot = false } = options;
    const name = isSnapshot ? "" : locks.join("\n");
    const queue = this.#named.get(name) ?? new TransactionQueue(this.#writers, this.#compiler, options);
    if (name !== "") this.#named.set(name, queue);
    this.#busy.add(queue);
    try {
      return await queue.write(work);
    } finally {
      void queue.idle().then(() => this.#forget(name, queue));
    }
  }

  writeSteps<Result>(steps: () => Steps<Schema, Result>, lock: string): Promise<Result> {
    return this.write((transaction) => runSteps(transaction, steps()), { locks: [lock] });
  }

  /** Whether transactions that hold this lock and no other one are waiting or running. */
  isBusy(lock: string): boolean {
    return this.#named.get(lock)?.isBusy ?? false;
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#busy].map((queue) => queue.idle()));
  }

  #forget(name: string, queue: TransactionQueue<Schema>): void {
    if (queue.isBusy) return;
    this.#busy.delete(queue);
    if (this.#named.get(name) === queue) this.#named.delete(name);
  }
}

/** A primary that takes queries; when all nodes start together, the database may take long. */
function findUsable(primaries: PrimaryFinder): Promise<Primary> {
  return retryWhileUnavailable(async (deadline) => {
    const primary = await primaries.find();
    await primary.usable(deadline);
    return primary;
  });
}

/** An arbitrary number that is not used for another advisory lock on the same database. */
const migrationLock = 4_792_836_015_287_341;

const realNow = "floor(extract(epoch from statement_timestamp()) * 1000)::bigint";
const movableNow = `coalesce(nullif(current_setting('platform.now_ms', true), '')::bigint, ${realNow})`;

/**
 * Migrates on a separate connection without the usual time limits, in one transaction and under a lock: of several
 * nodes that start together, one migrates and the others find it done.
 */
async function migrateAlone(
  { server }: Primary,
  migrations: Migrations,
  isClockMovable: boolean,
): Promise<void> {
  const client = new Client({ ...server, types: parsedTypes, connectionTimeoutMillis: 10_000 });
  // The running statement fails with this error too.
  client.on("error", () => undefined);
  try {
    await connect(client);
    const connection = new PostgresConnection(client);
    // The role may have time limits for its usual statements.
    const unlimited = "set local statement_timeout = 0; set local lock_timeout = 0";
    await connection.run({ text: `begin; ${unlimited}; select pg_advisory_xact_lock(${migrationLock})` });
    await defineClock(connection, isClockMovable ? movableNow : realNow);
    await migrate(
      kyselyOn<unknown>((statement) => connection.run(statement)),
      migrations,
      "postgres",
    );
    await connection.run({ text: "commit" });
  } finally {
    // Closing the connection rolls back what is not committed.
    await client.end();
  }
}

async function connect(client: Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    throw translatePostgresError(error);
  }
}

/** The statement's start time: it is constant within a statement, so an index on a time can be used. */
async function defineClock(connection: PostgresConnection, body: string): Promise<void> {
  const { rows } = await connection.run<{ readonly prosrc: string }>({
    text: "select prosrc from pg_proc where oid = to_regprocedure('now_ms()')",
  });
  if (rows[0]?.prosrc === `select ${body}`) return;
  await connection.run({
    text: `create or replace function now_ms() returns bigint language sql stable parallel safe as $$select ${body}$$`,
  });
}
