import { spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** The hub's command as it is installed, from the built files. */
const TOKEN_HUB = join(import.meta.dirname, "../../packages/token-hub/bin/token-hub.js");

const STARTED_WITHIN_MS = 30_000;

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
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOKEN_HUB, ...words], {
    cwd: folder,
    env: { ...inherited(), ...environment },
    encoding: "utf8",
    timeout: STARTED_WITHIN_MS,
  });
  return { status, stdout, stderr };
}

/** How the process ended. */
type Ending = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A running hub. */
export class HubProcess implements AsyncDisposable {
  /** Where it listens; known once it does. */
  url = "";
  /** Where its metrics are, if it has any. */
  metricsUrl = "";
  stdout = "";
  stderr = "";
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ending>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;

  constructor({ words, folder, environment }: HubCommand) {
    this.#child = spawn(process.execPath, [TOKEN_HUB, ...words], {
      cwd: folder,
      env: { ...inherited(), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.ended = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => resolve({ code, signal }));
    });
  }

  async listening(): Promise<void> {
    const lastMoment = Date.now() + STARTED_WITHIN_MS;
    while (this.url === "") {
      if (this.#child.exitCode !== null || Date.now() > lastMoment)
        throw new Error(`The hub does not listen.\nstdout:\n${this.stdout}\nstderr:\n${this.stderr}`);
      this.url = /"url":"([^"]+)".*"msg":"listening"/.exec(this.stdout)?.[1] ?? "";
      this.metricsUrl = /"metrics":"([^"]+)"/.exec(this.stdout)?.[1] ?? "";
      await sleep(20);
    }
  }

  /** Asks it to stop. @returns its exit code */
  async stop(): Promise<number | null> {
    return (await this.terminate()).code;
  }

  /** Asks it to stop. @returns how it ends */
  terminate(): Promise<Ending> {
    this.#child.kill("SIGTERM");
    return this.ended;
  }

  /** Ends it without a warning. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    this.#child.kill(signal);
    await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

function inherited(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "SYSTEMROOT", "TZ", "LANG"];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
