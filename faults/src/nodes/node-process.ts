import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How a node is started; the same each time. */
export interface NodeCommand {
  /** A program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly port: number;
  /** The working folder. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Takes the node's output. */
  readonly logFile: string;
}

const readyWithinMilliseconds = 60_000;
/** Nine seconds are the node's own limit for what it finishes; a busy machine adds some. */
const stoppedWithinMilliseconds = 30_000;

/** A server or a hub from the built files, as a process that can be killed, suspended and started again on its port. */
export class NodeProcess implements AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly #command: NodeCommand;
  #child: ChildProcess | undefined;

  constructor(command: NodeCommand) {
    this.#command = command;
    this.port = command.port;
    this.url = `http://127.0.0.1:${command.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** How the node ended, with the end of its output; undefined while it runs. */
  get ending(): string | undefined {
    if (this.isRunning) return undefined;
    return `The node ended with ${this.#child?.signalCode ?? this.#child?.exitCode}.\n${this.#lastOutput()}`;
  }

  /** The node's output over all its starts. */
  get log(): string {
    return readFileSync(this.#command.logFile, "utf8");
  }

  /** Starts the node without waiting for it. */
  spawn(): void {
    if (this.isRunning) throw new Error("The node runs already");
    const { command, folder, environment, logFile } = this.#command;
    const [program, ...words] = command;
    const output = openSync(logFile, "a");
    this.#child = spawn(program, words, { cwd: folder, env: environment, stdio: ["ignore", output, output] });
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
      const { ending } = this;
      if (ending !== undefined) throw new Error(`The node was not ready. ${ending}`);
      if (performance.now() > deadline)
        throw new Error(`The node was not ready in time.\n${this.#lastOutput()}`);
      await sleep(10);
    }
  }

  /** Whether the node reports within two seconds that it is ready. */
  async isReady(): Promise<boolean> {
    try {
      const response = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) });
      await response.arrayBuffer();
      return response.ok;
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
      throw new Error(`The node did not stop well.\n${this.#lastOutput()}`);
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

  #lastOutput(): string {
    return this.log.slice(-4000);
  }
}
