import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { childrenOf } from "../../../../database/test/support/postgres/process-family.ts";
import { makeScratchFolder } from "../../../../database/test/support/scratch-folder.ts";

/** The command line as it is installed; it runs what was built. */
const sop = join(import.meta.dirname, "../../../bin/sop.js");

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

const startsWithinMilliseconds = 30_000;

/** A command while it runs. */
export class SopProcess {
  stdout = "";
  stderr = "";
  /** Where it listens; known once it does. */
  url = "";
  readonly ended: Promise<SopResult>;
  readonly #child: ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };

  constructor(words: readonly string[], { environment = {}, input = "", folder = makeFolder() }: SopOptions) {
    // What the machine has set must not decide what is tested.
    const env = { PATH: process.env["PATH"] ?? "", ...environment };
    this.#child = spawn(process.execPath, [sop, ...words], { cwd: folder, env, stdio: "pipe" });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.#child.stdin?.on("error", () => undefined).end(input);
    this.ended = this.#result();
    onTestFinished(async () => {
      this.#child.kill("SIGKILL");
      await this.ended;
    });
  }

  /** The lines of the log; what is meant for people is left out. */
  get log(): readonly LogLine[] {
    return this.stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  }

  /** The processes that it has started and that exist. */
  children(): readonly number[] {
    return childrenOf(this.#child.pid ?? 0);
  }

  /** Waits for the line that says where it listens. */
  async listening(): Promise<void> {
    const lastMoment = Date.now() + startsWithinMilliseconds;
    while (this.url === "") {
      if (this.#child.exitCode !== null || Date.now() > lastMoment) {
        throw new Error(`It does not listen.\n${this.stdout}\n${this.stderr}`);
      }
      this.url = this.log.find(({ msg }) => msg === "listening")?.url ?? "";
      await sleep(10);
    }
  }

  /** Waits until a text was printed. */
  async prints(text: string): Promise<void> {
    const lastMoment = Date.now() + startsWithinMilliseconds;
    while (!this.stdout.includes(text)) {
      if (Date.now() > lastMoment) throw new Error(`It does not print ${text}.\n${this.stdout}`);
      await sleep(10);
    }
  }

  /** Goes away as a reader of what it prints. */
  stopReading(): void {
    this.#child.stdout.destroy();
  }

  /** Asks it to end, and waits until it has. */
  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<SopResult> {
    this.#child.kill(signal);
    return this.ended;
  }

  async #result(): Promise<SopResult> {
    const [code]: readonly unknown[] = await once(this.#child, "close");
    return { code: typeof code === "number" ? code : null, stdout: this.stdout, stderr: this.stderr };
  }
}
