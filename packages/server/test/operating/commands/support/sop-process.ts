import { rmSync } from "node:fs";
import { onTestFinished } from "vitest";
import { childrenOf } from "../../../../../database/test/support/postgres/process-family.ts";
import { leastEnvironment } from "../../../../../../scripts/processes/environments.ts";
import { SOP } from "../../../../../../scripts/processes/programs.ts";
import { RunningProgram } from "../../../../../../scripts/processes/running-program.ts";
import { makeScratchFolder } from "../../../../../database/test/support/scratch-folder.ts";

const ENDED_WITHIN_MS = 100_000;

/** How a command ended, and everything that it printed. */
export interface SopResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One line of the log. */
export interface LogLine {
  readonly msg?: string;
  readonly url?: string;
  readonly [field: string]: unknown;
}

/** What a command is run with. */
export interface SopOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** What it reads from standard input. */
  readonly input?: string;
  /** Where it runs; a new folder unless given. */
  readonly folder?: string;
}

/** A folder that is gone when the test is finished. */
export function makeFolder(): string {
  const folder = makeScratchFolder("sop-command-");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs a command to its end. */
export async function runSop(words: readonly string[], options: SopOptions = {}): Promise<SopResult> {
  const running = new SopProcess(words, options);
  return running.ended;
}

/** Starts a command that goes on, and waits until it listens. It is ended with the test. */
export async function startSop(words: readonly string[], options: SopOptions = {}): Promise<SopProcess> {
  const running = new SopProcess(words, options);
  await running.listening();
  return running;
}

/** A command while it runs. */
export class SopProcess {
  /** Where it listens; known once it does. */
  url = "";
  readonly #program: RunningProgram;

  constructor(words: readonly string[], { environment = {}, input = "", folder = makeFolder() }: SopOptions) {
    // What the machine has set must not decide what is tested.
    const env = { ...leastEnvironment(), ...environment };
    this.#program = new RunningProgram(process.execPath, [SOP, ...words], { cwd: folder, env, input });
    onTestFinished(() => this.#program.kill());
  }

  get stdout(): string {
    return this.#program.stdout;
  }

  get stderr(): string {
    return this.#program.stderr;
  }

  /** How it ended; fails when that takes too long. */
  get ended(): Promise<SopResult> {
    return this.#program
      .end(ENDED_WITHIN_MS)
      .then(({ status, stdout, stderr }) => ({ code: status, stdout, stderr }));
  }

  /** The lines of the log; what is meant for people is left out. */
  get log(): readonly LogLine[] {
    return logIn(this.stdout);
  }

  /** The processes that it has started and that exist. */
  children(): Promise<readonly number[]> {
    return childrenOf(this.#program.pid);
  }

  /** Waits for the line that says where it listens. */
  async listening(): Promise<void> {
    this.url = await this.#program.printed(
      "where it listens",
      ({ stdout }) => logIn(stdout).find(({ msg }) => msg === "listening")?.url,
    );
  }

  /** Waits until a text was printed. */
  async prints(text: string): Promise<void> {
    await this.#program.printed(text, ({ stdout }) => stdout.includes(text) || undefined);
  }

  /** Waits until a text was printed to the standard error. */
  async complains(text: string): Promise<void> {
    await this.#program.printed(text, ({ stderr }) => stderr.includes(text) || undefined);
  }

  /** Goes away as a reader of what it prints. */
  stopReading(): void {
    this.#program.stopReading();
  }

  /** Asks it to end, and waits until it has. */
  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<SopResult> {
    this.#program.signal(signal);
    return this.ended;
  }
}

/** Whole lines only: the last one may still be written. */
function logIn(stdout: string): readonly LogLine[] {
  const lines = stdout.split("\n").slice(0, -1);
  return lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
}
