import { setTimeout as sleep } from "node:timers/promises";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";

/** How a node is started; the same each time. */
export interface NodeCommand {
  /** A program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly port: number;
  /** The working folder. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

const readyWithinMilliseconds = 60_000;

/** A server from the built files, as a process that can be killed, suspended and started again on its port. */
export class NodeProcess implements AsyncDisposable {
  readonly url: string;
  readonly #command: NodeCommand;
  #program: RunningProgram | undefined;
  #earlierLog = "";

  constructor(command: NodeCommand) {
    this.#command = command;
    this.url = `http://127.0.0.1:${command.port}`;
  }

  get pid(): number {
    return this.#program?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#program?.isRunning === true;
  }

  /** The node's output over all its starts. */
  get log(): string {
    return this.#earlierLog + (this.#program?.stdout ?? "") + (this.#program?.stderr ?? "");
  }

  /** Starts the node without waiting for it. */
  spawn(): void {
    if (this.isRunning) throw new Error("The node runs already");
    const { command, folder: cwd, environment: env } = this.#command;
    const [program, ...words] = command;
    this.#earlierLog = this.log;
    this.#program = new RunningProgram(program, words, { cwd, env });
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
      if (!this.isRunning) throw new Error(`The node ended before it was ready.\n${this.#lastOutput()}`);
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
    await this.#program?.kill();
  }

  /** Sends a signal: `SIGSTOP` suspends the node until `SIGCONT`. */
  signal(signal: NodeJS.Signals): void {
    this.#program?.signal(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  #lastOutput(): string {
    return this.log.slice(-4000);
  }
}
