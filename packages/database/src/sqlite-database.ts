import { SqliteConnection, isLocked } from "./sqlite-connection.ts";
import { closeSync, existsSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, SqliteDialect } from "kysely";
import type { Database, Queries, ReadRequest } from "./database.ts";
import { DatabaseUnavailableError } from "./errors.ts";
import { GatheredReads, type Snapshot } from "./gathered-reads.ts";
import { GroupCommit, type TransactionControl } from "./group-commit.ts";
import { migrate } from "./migrate.ts";
import type { PreparedQuery } from "./prepared-query.ts";
import type { Step, Steps } from "./steps.ts";

/**
 * Keeps what is overwritten out of the files where that is asked for. SQLite leaves it in pages that became free, and in the WAL, until they
 * are used again.
 */
class SqliteTraces {
  readonly #connection: SqliteConnection;
  #isAsked = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** From here on, free pages are overwritten as well, and the next commit empties the WAL. */
  remove(): void {
    this.#isAsked = true;
    this.#connection.execute("pragma secure_delete = on");
  }

  /** To be called after each commit. While somebody reads an earlier state, the WAL stays for the commit after it. */
  onCommit(): void {
    if (!this.#isAsked) return;
    try {
      const [done] = this.#connection.prepare("pragma wal_checkpoint(truncate)").all([]);
      if (isBusy(done)) return;
      this.#connection.execute("pragma secure_delete = fast");
      this.#isAsked = false;
    } catch {
      // What was committed stands, whatever becomes of its traces; the next commit tries again.
    }
  }
}

function isBusy(row: unknown): boolean {
  return typeof row === "object" && row !== null && "busy" in row && row.busy !== 0;
}

const lockTimeoutMilliseconds = 5000;
/** About the duration of another process's commit; retrying without a delay would take the core that it needs. */
const lockPollMilliseconds = 1;
/** The size of SQLite's own page cache, which look-ups read without a system call. */
const readCacheKibibytes = 4096;

/** How to open a SQLite file. */
interface SqliteOptions {
  readonly clock: () => number;
  /** Whether every commit is synced to disk before it is confirmed. */
  readonly syncsCommits: boolean;
}

/**
 * Opens a SQLite file (made if missing) with one writing and one reading connection: a reader never sees
 * uncommitted data.
 *
 * @throws `DatabaseUnavailableError`
 */
export function openSqlite<Schema>(path: string, options: SqliteOptions): Database<Schema> {
  makePrivateFile(path);
  const [writing, reading] = openConnections(path, options);
  const writer = queriesOn<Schema>(writing, atOnce);
  const traces = new SqliteTraces(writing);
  const groups = new GroupCommit(transactionControl(writing, traces));
  const reads = new GatheredReads(snapshotOf(reading));
  const reader = queriesOn<Schema>(reading, (query) => reads.run(query));
  const rowsOnReader: RowsOf<Schema> = (step) => {
    reads.enterSnapshot();
    return rowsOfStep(reading, reader.kysely, step);
  };
  const rowsOnWriter: RowsOf<Schema> = (step) => {
    if (step.kind === "forget") traces.remove();
    return rowsOfStep(writing, writer.kysely, step);
  };
  return {
    engine: "sqlite",
    reader,
    read: (request) => reads.add(() => serve(request, rowsOnReader)),
    write: (work) => groups.run(() => work(writer)),
    // All units run one after the other here, so that locks have no effect.
    writeSteps: (steps) => groups.runAtOnce(() => runAtOnce(steps(), rowsOnWriter)),
    migrate: (migrations) => inTransaction(writing, () => migrate(writer.kysely, migrations, "sqlite")),
    ping: async () => {
      checkHeader(path);
      reading.execute("select 1");
    },
    close: async () => {
      await groups.idle();
      reading.close();
      writing.close();
    },
  };
}

function openConnections(
  path: string,
  { clock, syncsCommits }: SqliteOptions,
): readonly [writing: SqliteConnection, reading: SqliteConnection] {
  const opened: SqliteConnection[] = [];
  const open = (readOnly: boolean) => {
    const connection = new SqliteConnection(path, { readOnly, clock });
    opened.push(connection);
    return connection;
  };
  try {
    const writing = open(false);
    configure(writing, syncsCommits);
    const reading = open(true);
    reading.execute(`pragma cache_size = ${-readCacheKibibytes}`);
    return [writing, reading];
  } catch (error) {
    for (const connection of opened) connection.close();
    throw error;
  }
}

/**
 * No other user of the machine may read the answers; SQLite gives its side files the same rights. Only the last
 * folder of the path is created: so a misspelt path is reported, and recursive creation never ends in places such
 * as /proc.
 */
function makePrivateFile(path: string): void {
  try {
    const folder = dirname(path);
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw new DatabaseUnavailableError(`The database file ${path} cannot be made or written`, {
      cause: error,
    });
  }
}

const header = "SQLite format 3\0";

/** SQLite answers much from memory, so this reads the file itself: it may be gone or no longer a database. */
function checkHeader(path: string): void {
  try {
    const start = Buffer.alloc(header.length);
    const file = openSync(path, "r");
    readSync(file, start, 0, start.length, 0);
    closeSync(file);
    if (start.toString("latin1") !== header) throw new Error("the file does not begin like a database");
  } catch (error) {
    throw new DatabaseUnavailableError(`The database file ${path} cannot be read`, { cause: error });
  }
}

/** With `synchronous=NORMAL` in WAL mode a power cut loses acknowledged commits, but does not damage the file. */
function configure(connection: SqliteConnection, syncsCommits: boolean): void {
  connection.execute(`pragma busy_timeout = ${lockTimeoutMilliseconds}`);
  connection.execute("pragma journal_mode = wal");
  connection.execute(`pragma synchronous = ${syncsCommits ? "full" : "normal"}`);
  connection.execute("pragma foreign_keys = on");
  // What is deleted is overwritten where that costs no further write.
  connection.execute("pragma secure_delete = fast");
  // From here on, waiting for another process's lock does not block the event loop.
  connection.execute("pragma busy_timeout = 0");
}

/**
 * For work at start. Kysely's migrator neither locks a SQLite database nor uses a transaction: a start that is
 * killed would leave half of the tables, and two starts at the same time would conflict.
 */
async function inTransaction(connection: SqliteConnection, work: () => Promise<void>): Promise<void> {
  await beginWhenUnlocked(connection);
  try {
    await work();
    connection.execute("commit");
  } catch (error) {
    giveUpTransaction(connection);
    throw error;
  }
}

/** When a prepared query runs. */
type Schedule = <Result>(query: () => Result) => Promise<Result>;

const atOnce: Schedule = async (query) => query();

function snapshotOf(connection: SqliteConnection): Snapshot {
  const [begin, end] = [connection.prepare("begin"), connection.prepare("commit")];
  return {
    begin() {
      giveUpTransaction(connection);
      begin.run([]);
    },
    end() {
      if (connection.inTransaction) end.run([]);
    },
  };
}

/** Runs the statement of a step. @returns its rows */
type RowsOf<Schema> = (step: Step<Schema>) => readonly unknown[];

/** @returns what reports the result. A failure of `succeed` is reported too */
function serve<Schema, Result>(request: ReadRequest<Schema, Result>, rowsOf: RowsOf<Schema>): () => void {
  try {
    const result = runAtOnce(request.steps(), rowsOf);
    return () => {
      try {
        request.succeed(result);
      } catch (reason) {
        request.fail(reason);
      }
    };
  } catch (reason) {
    return () => request.fail(reason);
  }
}

/** Runs steps without waiting: a statement has its result at once. */
function runAtOnce<Schema, Result>(steps: Steps<Schema, Result>, rowsOf: RowsOf<Schema>): Result {
  let next = steps.next([]);
  while (next.done !== true) next = steps.next(rowsOf(next.value));
  return next.value;
}

function rowsOfStep<Schema>(
  connection: SqliteConnection,
  kysely: Kysely<Schema>,
  step: Step<Schema>,
): readonly unknown[] {
  if (!("query" in step)) return [];
  const bound = step.query.compiledFor(kysely);
  return connection.prepare(bound.sql).all(bound.bind(step.parameters));
}

function queriesOn<Schema>(connection: SqliteConnection, schedule: Schedule): Queries<Schema> {
  const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  return {
    kysely,
    run: <Parameters, Row>(query: PreparedQuery<Schema, Parameters, Row>, parameters: Parameters) => {
      const bound = query.compiledFor(kysely);
      const statement = connection.prepare(bound.sql);
      // The row type is the one that kysely inferred when the query was built.
      return schedule(() => statement.all(bound.bind(parameters)) as readonly Row[]);
    },
  };
}

function transactionControl(connection: SqliteConnection, traces: SqliteTraces): TransactionControl {
  const commit = connection.prepare("commit");
  return {
    begin: () => beginWhenUnlocked(connection),
    commit: () => {
      commit.run([]);
      traces.onCommit();
    },
    rollback: () => giveUpTransaction(connection),
  };
}

/** Rolls back an open transaction. After some failures, for example of the disk, SQLite has already done so. */
function giveUpTransaction(connection: SqliteConnection): void {
  if (connection.inTransaction) connection.execute("rollback");
}

async function beginWhenUnlocked(connection: SqliteConnection): Promise<void> {
  // A transaction that could not be rolled back when it failed must not block later ones.
  giveUpTransaction(connection);
  const deadline = performance.now() + lockTimeoutMilliseconds;
  for (;;) {
    try {
      return connection.execute("begin immediate");
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
      await sleep(lockPollMilliseconds);
    }
  }
}
