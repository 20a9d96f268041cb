import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const STOP_WITH_PARENT = pathToFileURL(join(import.meta.dirname, "stop-with-parent.ts")).href;
/** npm and the terminal each send one, however far apart on a busy machine. */
const signalsPerRequest = 2;

/** A program of this checkout that runs beside others. */
export type ChildProgram = ChildProcessByStdio<null, Readable, Readable>;

/** Programs that never outlive this process, however it ends. */
export class ChildPrograms {
  readonly #running = new Set<ChildProgram>();
  #isStopping = false;
  #received = 0;

  /** Runs a file of the checkout with Node. The terminal's signals reach it only through this process. */
  start(words: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProgram {
    const child = spawn(process.execPath, ["--import", STOP_WITH_PARENT, ...words], {
      env: { ...process.env, ...environment },
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // The type of a process knows nothing of the channel behind its three streams.
    }) as ChildProgram;
    this.#running.add(child);
    child.once("close", () => this.#running.delete(child));
    if (this.#isStopping) child.kill("SIGTERM");
    return child;
  }

  /** Asks all of them to stop, once. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#signal("SIGTERM");
  }

  /** The same at a signal. When another request comes they are killed. */
  stopAtSignal(): void {
    this.#received += 1;
    if (this.#received > signalsPerRequest) this.#signal("SIGKILL");
    else this.stop();
  }

  #signal(signal: NodeJS.Signals): void {
    for (const child of this.#running) child.kill(signal);
  }
}
