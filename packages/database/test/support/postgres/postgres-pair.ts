import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { outputOf } from "../../../../../scripts/processes/run-program.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import { assignToPostgres } from "./postgres-cluster.ts";
import { connect } from "./postgres-of-run.ts";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";

/** How a pair of servers replicates. */
export interface PairOptions {
  /** Whether commits are on disk when they are acknowledged. Default: false. */
  readonly durable?: boolean;
  /** Whether a commit is acknowledged only when the standby has applied it. Default: true. */
  readonly isSynchronous?: boolean;
  /** The port by which a standby reaches a primary; by default the primary's own. */
  readonly portTo?: (primary: PostgresServer) => number | Promise<number>;
}

/** What both servers need to take either role. */
const settings = {
  wal_level: "replica",
  max_wal_senders: "10",
  hot_standby: "on",
  wal_keep_size: "64MB",
  synchronous_commit: "remote_apply",
  wal_receiver_timeout: "5s",
  wal_sender_timeout: "5s",
  wal_retrieve_retry_interval: "200ms",
};
const standbyName = "standby";
const streamingWithinMilliseconds = 60_000;

/**
 * Two PostgreSQL servers of one database: a primary and a standby that follows it by streaming replication. It needs
 * only `postgres` and `initdb`: a standby is made from a copy of the files of the stopped primary.
 */
export class PostgresPair implements AsyncDisposable {
  #primary: PostgresServer;
  #standby: PostgresServer;
  readonly #options: PairOptions;
  readonly #scratchFolder: string;
  #isReplicating = false;

  private constructor(
    servers: readonly [PostgresServer, PostgresServer],
    scratch: string,
    options: PairOptions,
  ) {
    [this.#primary, this.#standby] = servers;
    this.#scratchFolder = scratch;
    this.#options = options;
  }

  static async start(options: PairOptions = {}): Promise<PostgresPair> {
    const scratch = makeScratchFolder("sop-pair-");
    assignToPostgres(scratch);
    const { durable = false } = options;
    const [one, other] = ["one", "other"].map((name) => join(scratch, name)) as [string, string];
    await outputOf("mkdir", [one, other]);
    const primary = await startPostgres({ folder: one, durable, settings });
    await primary.stop();
    // Copying is faster than making another cluster, and gives both the same password.
    await outputOf("cp", ["-a", `${one}/.`, other]);
    const standby = await startPostgres({ folder: other, durable, settings });
    await primary.start();
    const pair = new PostgresPair([primary, standby], scratch, options);
    await pair.rejoin();
    return pair;
  }

  /** The server that accepts writes, unless something else was done to it. */
  get primary(): PostgresServer {
    return this.#primary;
  }

  get standby(): PostgresServer {
    return this.#standby;
  }

  /** Whether there is a standby; there is none from a promotion until {@link rejoin}. */
  get isReplicating(): boolean {
    return this.#isReplicating;
  }

  /** Makes the standby the primary. The old primary stays as it is. */
  async promote(): Promise<void> {
    this.#isReplicating = false;
    await ask(this.#standby, "select pg_promote(true, 60)");
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  /** Makes a standby of the server that is not the primary, whatever state it is in. Both are restarted. */
  async rejoin(): Promise<void> {
    await this.#standby.kill().catch(() => undefined);
    await this.#primary.stop();
    const [from, to] = [this.#primary.dataFolder, this.#standby.dataFolder];
    rmSync(to, { recursive: true, force: true });
    await outputOf("cp", ["-a", from, to]);
    await this.#replicate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#primary.remove(), this.#standby.remove()]);
    rmSync(this.#scratchFolder, { recursive: true, force: true });
  }

  /** Starts both, which have the same files, in their roles. */
  async #replicate(): Promise<void> {
    const { portTo, isSynchronous = true } = this.#options;
    configure(this.#primary, "");
    await this.#primary.start();
    const port = (await portTo?.(this.#primary)) ?? this.#primary.port;
    const { username, password } = new URL(this.#primary.address());
    const way = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${standbyName}`;
    configure(this.#standby, `primary_conninfo = '${way}'\n`);
    const signal = join(this.#standby.dataFolder, "standby.signal");
    writeFileSync(signal, "");
    assignToPostgres(signal);
    await this.#standby.start();
    if (isSynchronous)
      await ask(this.#primary, `alter system set synchronous_standby_names = '${standbyName}'`);
    await ask(this.#primary, "select pg_reload_conf()");
    await this.#streams(isSynchronous ? "sync" : "async");
    this.#isReplicating = true;
  }

  async #streams(state: string): Promise<void> {
    const deadline = performance.now() + streamingWithinMilliseconds;
    const query = `select count(*)::int from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`;
    while ((await ask(this.#primary, query)) !== 1) {
      if (performance.now() > deadline)
        throw new Error(`The standby does not follow its primary.\n${this.#standby.log.slice(-3000)}`);
      await sleep(20);
    }
  }
}

/** The settings that differ between the roles, and change with them. */
function configure({ dataFolder }: PostgresServer, text: string): void {
  const file = join(dataFolder, "postgresql.auto.conf");
  writeFileSync(file, text, { mode: 0o600 });
  assignToPostgres(file);
}

/** Runs a statement on a server as its superuser. @returns the first value of the first row */
export async function ask(server: PostgresServer, query: string): Promise<unknown> {
  await using client = await connect(server.socketAddress());
  const { rows } = await client.query<[unknown]>({ text: query, rowMode: "array" });
  return rows[0]?.[0];
}
