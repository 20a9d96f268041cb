import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExitGuard } from "../../../../../scripts/processes/exit-guard.ts";
import { freePort } from "../free-port.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import { findPostgresBinaries, type PostgresBinaries } from "./postgres-binaries.ts";
import { assignToPostgres, makeCluster, programOptions } from "./postgres-cluster.ts";
import { guardPostgres } from "./postgres-guard.ts";
import { childrenOf, haveEnded } from "./process-family.ts";

/** How to run a PostgreSQL of one's own. */
export interface PostgresOptions {
  /**
   * An existing folder for its data, which stays; a cluster that is already in it is started as it is. For root it
   * becomes the property of the user that runs PostgreSQL. Default: a scratch folder, in memory where there is room.
   */
  readonly folder?: string;
  /**
   * Whether a commit is on the disk when it is acknowledged, as in earnest. Default: false, which is several times
   * as fast and loses everything in a power cut.
   */
  readonly durable?: boolean;
  /** Further settings of the server, for example `{ max_connections: "20" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A folder of programs, or `npm`, in place of the first that is found. */
  readonly programs?: string;
}

/** How PostgreSQL is asked to stop. */
export type StopMode = "smart" | "fast" | "immediate";

/** https://www.postgresql.org/docs/current/server-shutdown.html */
const STOP_SIGNALS = { smart: "SIGTERM", fast: "SIGINT", immediate: "SIGQUIT" } as const;

const START_ATTEMPTS = 5;
const STARTED_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 60_000;

const COMMON = {
  listen_addresses: "127.0.0.1",
  // Kept in the data folder, and so gone with it when the server was killed.
  dynamic_shared_memory_type: "mmap",
  max_connections: "200",
  // Where a query relies on the zone of the server, a strange one shows.
  timezone: "Asia/Kathmandu",
  // After a crash the data folder is synced by one call, where there is one: a slow disk takes minutes for its thousand
  // files one by one. https://www.postgresql.org/docs/current/runtime-config-error-handling.html
  ...(process.platform === "linux" && { recovery_init_sync_method: "syncfs" }),
};

/** What a database that is thrown away can do without. */
const FORGETFUL = {
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  checkpoint_timeout: "1d",
  // However many workers a large machine runs the tests with.
  max_connections: "1000",
};

/**
 * Starts a PostgreSQL for this process alone. It is gone after `await using`, after {@link PostgresServer.remove} or,
 * at the latest, when this process has ended, in whichever way.
 *
 * @throws Error in plain words when there is none or it does not start
 *
 * @example
 * await using postgres = await startPostgres({ durable: true });
 * const database = openDatabase({ address: postgres.address() });
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  if (process.platform === "win32")
    throw new Error("No PostgreSQL is started on Windows: name a running one in SOP_TEST_POSTGRES.");
  const scratchFolder = makeScratchFolder("sop-postgres-");
  const dataFolder = join(options.folder ?? scratchFolder, "cluster");
  const guard = guardPostgres(scratchFolder, dataFolder);
  try {
    const prepared = await prepare({ scratchFolder, dataFolder }, options);
    const server = new PostgresServer({ ...prepared, guard });
    await server.start();
    return server;
  } catch (error) {
    await guard.dismiss();
    throw error;
  }
}

type Folders = Pick<PreparedPostgres, "scratchFolder" | "dataFolder">;

/** Finds the programs and makes a cluster unless there is one. */
async function prepare(folders: Folders, options: PostgresOptions): Promise<Omit<PreparedPostgres, "guard">> {
  const { folder, durable = false, settings = {}, programs } = options;
  const { scratchFolder, dataFolder } = folders;
  assignToPostgres(scratchFolder);
  const binaries = await findPostgresBinaries(scratchFolder, programs);
  if (folder !== undefined) assignToPostgres(folder);
  const password = await makeCluster({ folder: dataFolder, programs: binaries.folder, durable });
  return {
    ...folders,
    binaries,
    password,
    settings: { ...COMMON, ...(durable ? {} : FORGETFUL), ...settings },
  };
}

/** What a server is started from. */
interface PreparedPostgres {
  readonly binaries: PostgresBinaries;
  readonly dataFolder: string;
  /** Holds the sockets and the log; deleted in the end. */
  readonly scratchFolder: string;
  /** Of the superuser. */
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly guard: ExitGuard;
}

/** A cluster of PostgreSQL, and what can befall it. */
export class PostgresServer implements AsyncDisposable {
  readonly binaries: PostgresBinaries;
  readonly dataFolder: string;
  /** Holds the sockets and the log; deleted in the end. */
  readonly scratchFolder: string;
  /** Known from the first start on. */
  port = 0;

  readonly #settings: readonly string[];
  readonly #password: string;
  readonly #guard: ExitGuard;
  #child: ChildProcess | undefined;
  #ended: Promise<string> = Promise.resolve("");

  constructor({ binaries, dataFolder, scratchFolder, password, settings, guard }: PreparedPostgres) {
    this.binaries = binaries;
    this.dataFolder = dataFolder;
    this.scratchFolder = scratchFolder;
    this.#password = password;
    this.#guard = guard;
    this.#settings = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  }

  /** What the server has logged so far. */
  get log(): string {
    return textOf(this.logFile);
  }

  /** Where it is kept. */
  get logFile(): string {
    return join(this.scratchFolder, "server.log");
  }

  /** The process that all others of this PostgreSQL descend from. @throws Error when it is not running */
  get pid(): number {
    if (!isRunning(this.#child)) throw new Error("PostgreSQL is not running");
    return this.#child.pid;
  }

  /** Whether its first process has not exited. */
  get isRunning(): boolean {
    return isRunning(this.#child);
  }

  /** The address of one of its databases, over TCP with the password of the superuser. */
  address(database = "postgres"): string {
    return `postgres://postgres:${this.#password}@127.0.0.1:${this.port}/${database}`;
  }

  /** The same over a socket that only this user and root reach, as any role: no password has to be worked out. */
  socketAddress(database = "postgres", role = "postgres"): string {
    const folder = encodeURIComponent(this.scratchFolder);
    return `postgres://${role}@localhost:${this.port}/${database}?host=${folder}`;
  }

  /** Starts it, on the same port as before, and waits until it takes connections. */
  async start(): Promise<void> {
    const isFirst = this.port === 0;
    for (let attempt = 1; ; attempt += 1) {
      if (isFirst) this.port = await freePort();
      const problem = await this.#tryToStart();
      if (problem === undefined) return;
      // Another program may have taken the port meanwhile, or what was killed still holds its memory. One that runs and
      // is not ready would only be in the way of another one.
      if (attempt === START_ATTEMPTS || this.isRunning)
        throw new Error(`PostgreSQL did not start: ${problem}\n${this.log.slice(-3000)}`);
      await sleep(attempt * 100);
    }
  }

  /** Stops it: `smart` waits for its clients, `fast` sends them away, `immediate` leaves recovery to the next start. */
  async stop(mode: StopMode = "fast"): Promise<void> {
    process.kill(this.pid, STOP_SIGNALS[mode]);
    await this.#hasEnded();
  }

  async restart(mode: StopMode = "fast"): Promise<void> {
    await this.stop(mode);
    await this.start();
  }

  /** Halts all of its processes: connections stay open and get no response. */
  async pause(): Promise<void> {
    // The parent first, so that it starts no further ones.
    process.kill(this.pid, "SIGSTOP");
    for (const child of await childrenOf(this.pid)) process.kill(child, "SIGSTOP");
  }

  /** Ends a pause. */
  async resume(): Promise<void> {
    for (const child of await childrenOf(this.pid)) process.kill(child, "SIGCONT");
    process.kill(this.pid, "SIGCONT");
  }

  /** Kills all of its processes at once, so that none gets to write anything down. */
  async kill(): Promise<void> {
    await this.pause();
    const children = await childrenOf(this.pid);
    for (const pid of [...children, this.pid]) process.kill(pid, "SIGKILL");
    await this.#hasEnded();
    // What is killed ends a moment later, and keeps its files open until then.
    await haveEnded(children, STOPPED_WITHIN_MS);
  }

  /** Ends it, running or not, and deletes its scratch folder. */
  async remove(): Promise<void> {
    await this.#guard.dismiss();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }

  /** @returns what was wrong */
  async #tryToStart(): Promise<string | undefined> {
    const log = openSync(this.logFile, "a", 0o600);
    const places = ["-D", this.dataFolder, "-k", this.scratchFolder, "-p", String(this.port)];
    const child = spawn(join(this.binaries.folder, "postgres"), [...places, ...this.#settings], {
      ...programOptions(),
      // A session of its own: what Ctrl+C sends to all of a terminal's programs is for the tests; the guard comes after.
      detached: true,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    child.unref();
    this.#child = child;
    this.#ended = once(child, "exit").then(
      ([code, signal]) => `it ended with ${String(code ?? signal)}`,
      String,
    );
    return await Promise.race([this.#ended, this.#isReady(child)]);
  }

  async #isReady(child: ChildProcess): Promise<string | undefined> {
    const lastMoment = performance.now() + STARTED_WITHIN_MS;
    while (performance.now() < lastMoment) {
      if (!isRunning(child) || this.#reported(child.pid) === "ready") return undefined;
      await sleep(10);
    }
    return "it was not ready in time";
  }

  async #hasEnded(): Promise<void> {
    // What is waited for has to keep this process from ending; otherwise the server does not.
    this.#child?.ref();
    const waiting = new AbortController();
    const late = sleep(STOPPED_WITHIN_MS, "late", { signal: waiting.signal }).catch(String);
    const first = await Promise.race([this.#ended, late]);
    waiting.abort();
    if (first === "late") throw new Error("PostgreSQL did not end in time");
  }

  /** What PostgreSQL says of itself in the eighth line of a file that begins with its process. */
  #reported(pid: number): string | undefined {
    const lines = textOf(join(this.dataFolder, "postmaster.pid")).split("\n");
    return lines[0] === String(pid) ? lines[7]?.trim() : undefined;
  }
}

/** @returns "" without the file: a server that starts removes the one that a killed server left, at any moment */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function isRunning(child: ChildProcess | undefined): child is ChildProcess & { readonly pid: number } {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
