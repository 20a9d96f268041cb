import { bareEnvironment } from "../../scripts/processes/environments.ts";
import { TOKEN_HUB } from "../../scripts/processes/programs.ts";
import { runProgram } from "../../scripts/processes/run-program.ts";
import { RunningProgram, type ProgramEnding } from "../../scripts/processes/running-program.ts";

/** How to run the hub's command. */
export type HubCommand = {
  readonly words: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  /** Settings; nothing of the test's own environment but what a program needs to start is passed on. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Starts a hub that goes on running, and waits until it listens. */
export async function startHub(command: HubCommand): Promise<HubProcess> {
  const hub = new HubProcess(command);
  try {
    await hub.listening();
    return hub;
  } catch (error) {
    await hub.kill();
    throw error;
  }
}

/** Runs a command of the hub's that ends by itself. */
export function runHub({ words, folder, environment }: HubCommand) {
  const env = { ...bareEnvironment(), ...environment };
  return runProgram(process.execPath, [TOKEN_HUB, ...words], { cwd: folder, env });
}

/** How the process ended. */
type Ending = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A running hub. */
export class HubProcess implements AsyncDisposable {
  /** Where it listens; known once it does. */
  url = "";
  /** Where its metrics are, if it has any. */
  metricsUrl = "";
  readonly #program: RunningProgram;

  constructor({ words, folder, environment }: HubCommand) {
    const env = { ...bareEnvironment(), ...environment };
    this.#program = new RunningProgram(process.execPath, [TOKEN_HUB, ...words], { cwd: folder, env });
  }

  /** Resolves when the process has ended. */
  get ended(): Promise<ProgramEnding> {
    return this.#program.ended;
  }

  get stdout(): string {
    return this.#program.stdout;
  }

  get stderr(): string {
    return this.#program.stderr;
  }

  /** Waits until it has printed something. */
  printed<Found>(what: string, find: (stdout: string) => Found | undefined): Promise<Found> {
    return this.#program.printed(what, ({ stdout }) => find(stdout));
  }

  async listening(): Promise<void> {
    const line = await this.#program.printed(
      "where it listens",
      ({ stdout }) => /^\{.*"msg":"listening".*\n/m.exec(stdout)?.[0],
    );
    this.url = /"url":"([^"]+)"/.exec(line)?.[1] ?? "";
    this.metricsUrl = /"metrics":"([^"]+)"/.exec(line)?.[1] ?? "";
  }

  /** Asks it to stop. @returns its exit code */
  async stop(): Promise<number | null> {
    return (await this.terminate()).code;
  }

  /** Asks it to stop. @returns how it ends */
  async terminate(): Promise<Ending> {
    const { status, signal } = await this.#program.stop();
    return { code: status, signal };
  }

  /** Ends it without a warning. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    this.#program.signal(signal);
    await this.#program.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
