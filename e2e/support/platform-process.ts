import { spawn, type ChildProcessByStdio } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  isOnPostgres,
  makePostgresDatabase,
  type ThrowAwayDatabase,
} from "../../packages/database/test/support/postgres/postgres-databases.ts";

/** The command line as it is installed, from the built files. */
export const SOP = join(import.meta.dirname, "../../packages/server/bin/sop.js");

/** One line of the platform's log. */
export type LogLine = { readonly msg?: string; readonly url?: string; readonly level?: unknown };

/** What to start; every field has a default that suits most tests. */
export type PlatformOptions = {
  /** The command line to run; the one of the checkout unless given. */
  readonly program?: string;
  readonly command?: "serve" | "demo";
  /** Further words on the command line, after the port and the database. */
  readonly parameters?: readonly string[];
  /** Settings; nothing of the test's own environment but what a program needs to start is passed on. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Where it runs; a new folder that is deleted afterwards unless given. */
  readonly folder?: string;
  /** The address of the database; unless given, a new one on the engine that this project of tests is for. */
  readonly database?: string;
};

/** How the process ended. */
export type Ending = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

const STARTED_WITHIN_MS = 30_000;
const STOPPED_WITHIN_MS = 10_000;

/**
 * Starts the built platform on a free port with a database of its own, and waits until it listens.
 *
 * @example
 * await using platform = await startPlatform({ command: "demo" });
 * const answer = await fetch(`${platform.url}/livez`);
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<PlatformProcess> {
  const isOnServer = isOnPostgres() && options.database === undefined;
  const platform = new PlatformProcess(options, isOnServer ? await makePostgresDatabase() : undefined);
  try {
    await platform.listening();
    return platform;
  } catch (error) {
    await platform.kill();
    throw error;
  }
}

/** A running platform. Ends with {@link PlatformProcess.stop}, {@link PlatformProcess.kill} or `await using`. */
export class PlatformProcess implements AsyncDisposable {
  /** Where it runs; on SQLite it holds the database `platform.db`. */
  readonly folder: string;
  /** Where it listens, without a slash at the end; known once it does. */
  url = "";
  /** Everything printed so far. */
  stdout = "";
  stderr = "";
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ending>;

  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #isFolderOurs: boolean;
  readonly #database: ThrowAwayDatabase | undefined;
  #ending: Ending | undefined;

  /** @param database dropped in the end */
  constructor(options: PlatformOptions, database?: ThrowAwayDatabase) {
    this.#database = database;
    this.#isFolderOurs = options.folder === undefined;
    this.folder = options.folder ?? mkdtempSync(join(tmpdir(), "sop-"));
    this.#child = spawn(process.execPath, [options.program ?? SOP, ...this.#commandLine(options)], {
      cwd: this.folder,
      env: { ...inherited(), ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.ended = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => resolve((this.#ending = { code, signal })));
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The log so far, one value per line; lines meant for people are left out. */
  get log(): readonly LogLine[] {
    return [...this.stdout.split("\n"), ...this.stderr.split("\n")].flatMap(parseLine);
  }

  /** Waits for the log line that says where the platform listens. */
  async listening(): Promise<void> {
    const lastMoment = Date.now() + STARTED_WITHIN_MS;
    while (this.url === "") {
      if (this.#ending !== undefined)
        throw new Error(`The platform ended before it listened.\n${this.#printed()}`);
      if (Date.now() > lastMoment)
        throw new Error(`The platform did not listen in time.\n${this.#printed()}`);
      this.url = this.log.find((line) => line.msg === "listening")?.url?.replace(/\/$/, "") ?? "";
      await sleep(10);
    }
  }

  /**
   * Asks the platform to stop and waits until it has.
   *
   * @throws Error when it is still there after ten seconds, or ends with a code that says something failed
   */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    const ending = await Promise.race([this.ended, sleep(STOPPED_WITHIN_MS, undefined, { ref: false })]);
    await this.kill();
    if (ending === undefined)
      throw new Error(`SIGTERM did not stop the platform in time.\n${this.#printed()}`);
    if (ending.code !== 0)
      throw new Error(`The platform stopped with ${JSON.stringify(ending)}.\n${this.#printed()}`);
  }

  /** Asks the platform to stop, once, and leaves it to the caller what happens meanwhile. @returns how it ends */
  terminate(): Promise<Ending> {
    this.#child.kill("SIGTERM");
    return this.ended;
  }

  /** Ends the process without a chance to tidy up, as a power cut to the process would; does nothing when it has ended. */
  async kill(): Promise<Ending> {
    if (this.#ending === undefined) this.#child.kill("SIGKILL");
    const ending = await this.ended;
    if (this.#isFolderOurs) rmSync(this.folder, { recursive: true, force: true });
    await this.#database?.drop();
    return ending;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (this.#ending === undefined ? this.stop() : this.kill());
  }

  #commandLine({ command = "serve", parameters = [], ...options }: PlatformOptions): readonly string[] {
    const database =
      options.database ?? this.#database?.address ?? `sqlite:${join(this.folder, "platform.db")}`;
    return [command, "--host", "127.0.0.1", "--port", "0", "--database", database, ...parameters];
  }

  #printed(): string {
    return `stdout:\n${this.stdout}\nstderr:\n${this.stderr}`;
  }
}

function inherited(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "SYSTEMROOT", "TZ", "LANG"];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function parseLine(line: string): readonly LogLine[] {
  if (!line.startsWith("{")) return [];
  try {
    // Each line is an object that the platform's own log wrote.
    return [JSON.parse(line) as LogLine];
  } catch {
    return [];
  }
}
