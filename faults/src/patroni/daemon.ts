import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { unprivilegedUser } from "../../../packages/database/test/support/postgres/unprivileged-user.ts";

/** How a daemon is started; the same each time. */
export interface DaemonCommand {
  readonly program: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The working folder. */
  readonly folder: string;
  readonly logFile: string;
}

/** A program of the system that runs until it is killed, as the user of PostgreSQL. */
export class Daemon implements AsyncDisposable {
  readonly #command: DaemonCommand;
  #child: ChildProcess | undefined;

  constructor(command: DaemonCommand) {
    this.#command = command;
  }

  /** Starts it without waiting for it; `undefined` when it cannot be started. */
  start(): void {
    const { program, words, environment, folder, logFile } = this.#command;
    const output = openSync(logFile, "a", 0o600);
    const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C", ...environment };
    const options = { ...unprivilegedUser(), cwd: folder, env, stdio: ["ignore", output, output] };
    this.#child = spawn(program, words, { ...options, stdio: ["ignore", output, output] });
    // The log, or the caller that waits for the daemon, reports that it does not run.
    this.#child.once("error", () => undefined);
    closeSync(output);
  }

  get log(): string {
    return readFileSync(this.#command.logFile, "utf8");
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Kills it without cleanup. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}
