import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";

/** The hub's command line as it is installed, from the built files. */
export const TOKEN_HUB = join(import.meta.dirname, "../../../packages/token-hub/bin/token-hub.js");

const readyWithinMilliseconds = 60_000;

/** Where a hub has its settings and its port. */
export interface HubNodeOptions {
  /** File with the settings. */
  readonly config: string;
  readonly port: number;
  /** A folder for the hub's log. */
  readonly folder: string;
}

/** The parts of a hub's log line that are used here. */
export interface HubEvent {
  readonly kind: string;
  /** ISO 8601, by the clock of this machine. */
  readonly time: string;
  readonly version?: number;
}

/** One `token-hub serve` from the built files, as a process that can be killed, paused and started again on its port. */
export class HubNode implements AsyncDisposable {
  readonly url: string;
  readonly #options: HubNodeOptions;
  #child: ChildProcess | undefined;

  constructor(options: HubNodeOptions) {
    this.#options = options;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts the hub without waiting for it. */
  spawn(): void {
    const { config, folder } = this.#options;
    const output = openSync(this.#logFile, "a");
    this.#child = spawn(process.execPath, [TOKEN_HUB, "serve", "--config", config], {
      cwd: folder,
      env: bareEnvironment(),
      stdio: ["ignore", output, output],
    });
    closeSync(output);
  }

  /** Starts the hub and waits until it is ready. */
  async start(): Promise<void> {
    this.spawn();
    await this.ready();
  }

  /** Waits until the hub is ready. @throws Error when it exits before, or takes too long */
  async ready(): Promise<void> {
    const deadline = performance.now() + readyWithinMilliseconds;
    while (!(await this.#isReady())) {
      if (!this.isRunning || performance.now() > deadline)
        throw new Error(`The hub did not become ready.\n${this.#log().slice(-4000)}`);
      await sleep(20);
    }
  }

  /** The hub's log lines about tokens over all its starts, oldest first. */
  events(): readonly HubEvent[] {
    return this.#log()
      .split("\n")
      .filter((line) => line.startsWith("{") && line.includes('"kind":'))
      .map((line) => JSON.parse(line) as HubEvent); // Its own log, of which only these fields are used.
  }

  /** Kills the process without cleanup. Does nothing when it does not run. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  /** Suspends the hub. */
  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  /** Resumes it. */
  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  async #isReady(): Promise<boolean> {
    try {
      const reply = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) });
      await reply.arrayBuffer();
      return reply.ok;
    } catch {
      return false;
    }
  }

  #log(): string {
    return readFileSync(this.#logFile, "utf8");
  }

  get #logFile(): string {
    return `${this.#options.config}.log`;
  }
}
