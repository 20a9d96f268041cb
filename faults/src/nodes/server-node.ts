import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";

/** The command line as it is installed, from the built files. */
export const SOP = join(import.meta.dirname, "../../../packages/server/bin/sop.js");

/** How a node is started; the same each time. */
export interface NodeOptions {
  /** The address that `--database` takes. */
  readonly database: string;
  readonly port: number;
  /** A folder for the node's own log; it is the working folder too. */
  readonly folder: string;
  /** Further words on the command line. */
  readonly parameters?: readonly string[];
  /** Settings and other variables, on top of what a program needs to start. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A program that the node is started by, with its words: `["strace", "-f", …]`. */
  readonly wrapper?: readonly string[];
}

const readyWithinMilliseconds = 30_000;
const stoppedWithinMilliseconds = 15_000;
const unlimited = "1000000000";

/** High limits, because the load would exceed the defaults; a command about limits sets its own. */
const openLimits = {
  SOP_TOKEN_REQUESTS_PER_MINUTE: unlimited,
  SOP_TOKEN_REQUEST_BURST: unlimited,
  SOP_FAILED_SECRETS_PER_MINUTE: unlimited,
  SOP_LOG_LEVEL: "warn",
};

/** One `sop serve` from the built files, as a process that can be killed, paused and started again on its port. */
export class ServerNode implements AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly #options: NodeOptions;
  #child: ChildProcess | undefined;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.port = options.port;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The node's output over all its starts. */
  get log(): string {
    return readFileSync(this.#logFile, "utf8");
  }

  /** Starts the node without waiting for it. */
  spawn(): void {
    if (this.isRunning) throw new Error("The node runs already");
    const { port, database, parameters = [], folder, wrapper = [] } = this.#options;
    const words = ["serve", "--host=127.0.0.1", `--port=${port}`, `--database=${database}`, ...parameters];
    const [program = "", ...rest] = [...wrapper, process.execPath, "--max-semi-space-size=8", SOP, ...words];
    const output = openSync(this.#logFile, "a");
    this.#child = spawn(program, rest, {
      cwd: folder,
      env: { ...bareEnvironment(), ...openLimits, ...this.#options.environment },
      stdio: ["ignore", output, output],
    });
    closeSync(output);
  }

  /** Starts the node and waits until it is ready. @returns the milliseconds that this took */
  async start(): Promise<number> {
    const startedAt = performance.now();
    this.spawn();
    await this.ready();
    return performance.now() - startedAt;
  }

  /** Waits until the node is ready. @throws Error when it exits before, or takes too long */
  async ready(): Promise<void> {
    const deadline = performance.now() + readyWithinMilliseconds;
    while (!(await this.isReady())) {
      if (!this.isRunning) throw new Error(`The node ended before it was ready.\n${this.#lastWords()}`);
      if (performance.now() > deadline)
        throw new Error(`The node was not ready in time.\n${this.#lastWords()}`);
      await sleep(10);
    }
  }

  /** Whether the node reports within two seconds that it is ready. */
  async isReady(): Promise<boolean> {
    try {
      const reply = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) });
      await reply.arrayBuffer();
      return reply.ok;
    } catch {
      return false;
    }
  }

  /** Kills the process without cleanup. Does nothing when it does not run. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Sends the node a stop signal and waits until it exits. @throws Error when it does not exit in time, or fails */
  async stop(): Promise<void> {
    const child = this.#child;
    const ended = this.#end("SIGTERM");
    const isLate = await Promise.race([
      ended,
      sleep(stoppedWithinMilliseconds, "late" as const, { ref: false }),
    ]);
    if (isLate === "late") await this.kill();
    if (isLate === "late" || (child !== undefined && child.exitCode !== 0))
      throw new Error(`The node did not stop well.\n${this.#lastWords()}`);
  }

  /** Sends a signal: `SIGSTOP` suspends the node until `SIGCONT`. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal("SIGCONT");
    await this.kill();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  get #logFile(): string {
    return join(this.#options.folder, `node-${this.port}.log`);
  }

  #lastWords(): string {
    return this.log.slice(-4000);
  }
}
