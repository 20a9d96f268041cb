import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptions } from "node:child_process";
import { once } from "node:events";

/** Where and as whom a program runs. */
export interface ProgramOptions extends Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid" | "shell"> {
  /** What it reads from its standard input. */
  readonly input?: string;
}

/** How a program ended, and everything that it printed. */
export interface ProgramEnding {
  /** The exit code; null after a signal. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const SECOND = 1_000;
const STARTED_WITHIN_MS = 100 * SECOND;
const STOPPED_WITHIN_MS = 60 * SECOND;

/**
 * A program that was started without blocking. Whatever is waited for has a time limit, and every error says what the
 * program has printed.
 *
 * @example
 * await using server = new RunningProgram(process.execPath, ["server.ts"]);
 * const url = await server.printed("its address", ({ stdout }) => /http:\S+/.exec(stdout)?.[0]);
 */
export class RunningProgram implements AsyncDisposable {
  stdout = "";
  stderr = "";
  /** Settles when the program has ended and all its output was read. @throws Error when it cannot be started */
  readonly ended: Promise<ProgramEnding>;
  readonly #name: string;
  readonly #child: ChildProcessWithoutNullStreams;
  #ending: ProgramEnding | undefined;

  constructor(
    program: string,
    parameters: readonly string[],
    { input = "", ...options }: ProgramOptions = {},
  ) {
    this.#name = [program, ...parameters].join(" ").slice(0, 300);
    this.#child = spawn(program, parameters, { ...options, stdio: "pipe" });
    // A program may end without having read everything.
    this.#child.stdin.on("error", () => undefined).end(input);
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.ended = this.#untilEnded();
    // A caller that awaits the end gets the error; until then it must not crash this process as an unhandled rejection.
    this.ended.catch(() => undefined);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /**
   * Waits until the program has printed something.
   *
   * @param what names it in the error
   * @param find looks for it in everything that was printed so far
   * @throws Error when the program ends or the time is over before
   */
  async printed<Found>(
    what: string,
    find: (output: { readonly stdout: string; readonly stderr: string }) => Found | undefined,
    withinMilliseconds = STARTED_WITHIN_MS,
  ): Promise<Found> {
    const late = AbortSignal.timeout(withinMilliseconds);
    for (;;) {
      const found = find(this);
      if (found !== undefined) return found;
      if (this.#ending !== undefined) throw this.error(`ended before it printed ${what}`);
      if (late.aborted) throw this.error(`did not print ${what} within ${withinMilliseconds} ms`);
      await this.#nextEvent(late);
    }
  }

  /**
   * Waits for the end; a program that takes longer is killed.
   *
   * @throws Error when it takes longer, or cannot be started
   */
  async end(withinMilliseconds = STOPPED_WITHIN_MS): Promise<ProgramEnding> {
    const timer = Promise.withResolvers<undefined>();
    const timeout = setTimeout(timer.resolve, withinMilliseconds, undefined);
    const ending = await Promise.race([this.ended, timer.promise]).finally(() => clearTimeout(timeout));
    if (ending !== undefined) return ending;
    const error = this.error(`did not end within ${withinMilliseconds} ms`);
    await this.kill();
    throw error;
  }

  /** Asks the program to stop. @throws Error when it is killed because it does not stop in time */
  async stop(withinMilliseconds = STOPPED_WITHIN_MS): Promise<ProgramEnding> {
    this.signal("SIGTERM");
    return await this.end(withinMilliseconds);
  }

  /** Ends the program without a chance to tidy up; does nothing when it has ended. */
  async kill(): Promise<void> {
    if (this.isRunning) {
      const exited = once(this.#child, "exit");
      this.signal("SIGKILL");
      await exited;
    }
    // A process that it has started may hold the pipes open.
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    await this.ended.catch(() => undefined);
  }

  /** Goes away as a reader of what the program prints. */
  stopReading(): void {
    this.#child.stdout.destroy();
  }

  /** An error about this program, with everything that it printed. */
  error(says: string): Error {
    return new Error(`${this.#name} ${says}.\nstdout:\n${this.stdout}\nstderr:\n${this.stderr}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  #untilEnded(): Promise<ProgramEnding> {
    return new Promise((resolve, reject) => {
      this.#child.once("error", (error) => reject(this.error(`could not be run: ${error.message}`)));
      this.#child.once("close", (status, signal) => {
        const { stdout, stderr } = this;
        resolve((this.#ending = { status, signal, stdout, stderr }));
      });
    });
  }

  /** @returns at the next output, at the end, or when it is too late */
  async #nextEvent(late: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    const signal = AbortSignal.any([late, waiting.signal]);
    const outputs = [this.#child.stdout, this.#child.stderr].map((stream) =>
      once(stream, "data", { signal }),
    );
    const events = outputs.map((output) => output.catch(() => undefined));
    await Promise.race([this.ended, ...events]).finally(() => waiting.abort());
  }
}
