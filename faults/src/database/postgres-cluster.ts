import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../nodes/free-port.ts";
import { findPostgres } from "./find-postgres.ts";

/** How a PostgreSQL is told to stop: `fast` ends sessions first, `immediate` is a crash that it recovers from. */
export type StopMode = "fast" | "immediate";

const stopSignals = { fast: "SIGINT", immediate: "SIGQUIT" } as const satisfies Record<
  StopMode,
  NodeJS.Signals
>;
/** Somebody without rights on every Linux; PostgreSQL refuses to run as root. */
const nobody = 65_534;
const readyWithinMilliseconds = 60_000;

/** What differs from one cluster to another. */
export interface ClusterOptions {
  /** An empty folder, or one that does not exist yet, for the data; its parents must let others pass. */
  readonly data: string;
  /** Settings on top of those of a durable server, each as `name=value`. */
  readonly settings?: readonly string[];
  /** A program that the server is started by, with its words. */
  readonly wrapper?: readonly string[];
}

/** A PostgreSQL of a run's own, as durable as one in earnest, that can be stopped, crashed, paused and started again. */
export class PostgresCluster implements AsyncDisposable {
  readonly port: number;
  /** The address of its one database. */
  readonly address: string;
  readonly data: string;
  readonly #options: ClusterOptions;
  #server: ChildProcess | undefined;

  private constructor(options: ClusterOptions, port: number, password: string) {
    this.#options = options;
    this.data = options.data;
    this.port = port;
    this.address = `postgres://faults:${password}@127.0.0.1:${port}/postgres`;
  }

  /** Makes a cluster and starts it. */
  static async start(options: ClusterOptions): Promise<PostgresCluster> {
    const password = randomBytes(12).toString("hex");
    makeCluster(options.data, password);
    const cluster = new PostgresCluster(options, await freePort(), password);
    await cluster.start();
    return cluster;
  }

  get isRunning(): boolean {
    return this.#server !== undefined && this.#server.exitCode === null && this.#server.signalCode === null;
  }

  /** Starts the server on the data as it is, and waits until it takes connections. */
  async start(): Promise<void> {
    const { settings = [], wrapper = [] } = this.#options;
    const all = ["listen_addresses=127.0.0.1", `port=${this.port}`, "unix_socket_directories=", ...settings];
    const words = ["-D", this.data, ...all.flatMap((setting) => ["-c", setting])];
    const [program = "", ...rest] = [...wrapper, join(findPostgres(), "postgres"), ...words];
    this.#server = spawn(program, rest, { stdio: "ignore", cwd: this.data, ...unprivileged() });
    await this.#ready();
  }

  /** Stops the server, if it runs. */
  async stop(mode: StopMode): Promise<void> {
    const server = this.#server;
    if (server === undefined || !this.isRunning) return;
    const ended = once(server, "exit");
    server.kill(stopSignals[mode]);
    await ended;
  }

  /** Ends every process of the server at once, as losing the machine does. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server === undefined || !this.isRunning) return;
    const ended = once(server, "exit");
    for (const pid of this.processes()) process.kill(pid, "SIGKILL");
    await ended;
  }

  /** Makes every process of the server stand still: connections stay open and nothing is answered. */
  pause(): void {
    for (const pid of this.processes()) signalIfThere(pid, "SIGSTOP");
  }

  /** Lets a paused server go on. */
  resume(): void {
    for (const pid of this.processes()) signalIfThere(pid, "SIGCONT");
  }

  /** The ids of the server's processes, the first one first. */
  processes(): readonly number[] {
    const first = this.#server?.pid;
    return first === undefined || !this.isRunning ? [] : [first, ...descendantsOf(first)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.resume();
    await this.stop("immediate");
  }

  async #ready(): Promise<void> {
    const deadline = performance.now() + readyWithinMilliseconds;
    while (!this.#isReady()) {
      if (!this.isRunning || performance.now() > deadline)
        throw new Error(`PostgreSQL did not start on ${this.data}`);
      await sleep(10);
    }
  }

  /** The eighth line of the server's own file says how far it is. */
  #isReady(): boolean {
    try {
      const lines = readFileSync(join(this.data, "postmaster.pid"), "utf8").split("\n");
      return (
        lines[7]?.trim() === "ready" && [this.#server?.pid, ...this.processes()].includes(Number(lines[0]))
      );
    } catch {
      return false;
    }
  }
}

function makeCluster(data: string, password: string): void {
  mkdirSync(data, { recursive: true });
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, password);
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) {
    for (const path of [data, passwordFile]) chownSync(path, uid, gid);
    chmodSync(data, 0o700);
  }
  const words = ["--username=faults", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  execFileSync(join(findPostgres(), "initdb"), ["-D", data, ...words, "--encoding=UTF8", "--no-locale"], {
    stdio: ["ignore", "ignore", "pipe"],
    cwd: data,
    ...unprivileged(),
  });
}

/** Whom PostgreSQL runs as when the run itself is root's. */
function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

/** Every process below one, from the parents that Linux writes down. */
function descendantsOf(pid: number): readonly number[] {
  const children = readdirSync("/proc").filter((name) => parentOf(name) === pid);
  return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)]);
}

function parentOf(name: string): number | undefined {
  if (!/^\d+$/.test(name)) return undefined;
  try {
    const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}
