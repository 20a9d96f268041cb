import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  isOnPostgres,
  makePostgresDatabase,
  type ThrowAwayDatabase,
} from "../../packages/database/test/support/postgres/postgres-databases.ts";
import { bareEnvironment } from "../../scripts/processes/environments.ts";
import { SOP } from "../../scripts/processes/programs.ts";
import { RunningProgram, type ProgramEnding } from "../../scripts/processes/running-program.ts";

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

/** Ten seconds are its own limit for those who never finish; the rest is for a busy machine. */
const STOPPED_WITHIN_MS = 60_000;

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

  readonly #program: RunningProgram;
  readonly #isFolderOurs: boolean;
  readonly #database: ThrowAwayDatabase | undefined;

  /** @param database dropped in the end */
  constructor(options: PlatformOptions, database?: ThrowAwayDatabase) {
    this.#database = database;
    this.#isFolderOurs = options.folder === undefined;
    this.folder = options.folder ?? mkdtempSync(join(tmpdir(), "sop-"));
    this.#program = new RunningProgram(
      process.execPath,
      [options.program ?? SOP, ...this.#commandLine(options)],
      { cwd: this.folder, env: { ...bareEnvironment(), ...options.environment } },
    );
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** Resolves when the process has ended. */
  get ended(): Promise<ProgramEnding> {
    return this.#program.ended;
  }

  /** Everything printed so far. */
  get stdout(): string {
    return this.#program.stdout;
  }

  get stderr(): string {
    return this.#program.stderr;
  }

  /** The log so far, one value per line; lines meant for people are left out. */
  get log(): readonly LogLine[] {
    return [...this.stdout.split("\n"), ...this.stderr.split("\n")].flatMap(parseLine);
  }

  /** Waits until it has printed something. */
  printed<Found>(what: string, find: (stdout: string) => Found | undefined): Promise<Found> {
    return this.#program.printed(what, ({ stdout }) => find(stdout));
  }

  /** Waits for the log line that says where the platform listens. */
  async listening(): Promise<void> {
    this.url = await this.#program.printed("where it listens", ({ stdout, stderr }) =>
      addressIn(`${stdout}\n${stderr}`),
    );
  }

  /**
   * Asks the platform to stop and waits until it has.
   *
   * @throws Error when it is killed because it did not stop in time, or ends with a code that says something failed
   */
  async stop(): Promise<void> {
    try {
      const { status, signal } = await this.#program.stop(STOPPED_WITHIN_MS);
      if (status !== 0) throw this.#program.error(`stopped with ${String(status ?? signal)}`);
    } finally {
      await this.#tidyUp();
    }
  }

  /** Asks the platform to stop, once, and leaves it to the caller what happens meanwhile. @returns how it ends */
  async terminate(): Promise<Ending> {
    const { status, signal } = await this.#program.stop(STOPPED_WITHIN_MS);
    return { code: status, signal };
  }

  /** Ends the process without a chance to tidy up, as a power cut to the process would; does nothing when it has ended. */
  async kill(): Promise<void> {
    await this.#program.kill();
    await this.#tidyUp();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (this.#program.isRunning ? this.stop() : this.#tidyUp());
  }

  async #tidyUp(): Promise<void> {
    if (this.#isFolderOurs) rmSync(this.folder, { recursive: true, force: true });
    await this.#database?.drop();
  }

  #commandLine({ command = "serve", parameters = [], ...options }: PlatformOptions): readonly string[] {
    const database =
      options.database ?? this.#database?.address ?? `sqlite:${join(this.folder, "platform.db")}`;
    return [command, "--host", "127.0.0.1", "--port", "0", "--database", database, ...parameters];
  }
}

function addressIn(output: string): string | undefined {
  return output
    .split("\n")
    .flatMap(parseLine)
    .find(({ msg }) => msg === "listening")
    ?.url?.replace(/\/$/, "");
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
