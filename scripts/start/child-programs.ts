import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const STOP_WITH_PARENT = pathToFileURL(join(import.meta.dirname, "stop-with-parent.ts")).href;
/** A second request to stop comes later than this; npm and the terminal send the first one twice. */
const secondRequestMilliseconds = 1000;

/** A program of this checkout that runs beside others. */
export type ChildProgram = ChildProcessByStdio<null, Readable, Readable>;

/** Programs that never outlive this process, however it ends. */
export class ChildPrograms {
  readonly #running = new Set<ChildProgram>();
  #stoppedAt: number | undefined;

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
    if (this.#stoppedAt !== undefined) child.kill("SIGTERM");
    return child;
  }

  /** Asks all of them to stop. Asked again later, it kills them. */
  stop(): void {
    const now = performance.now();
    this.#stoppedAt ??= now;
    const signal = now - this.#stoppedAt > secondRequestMilliseconds ? "SIGKILL" : "SIGTERM";
    if (signal === "SIGTERM" && now > this.#stoppedAt) return;
    for (const child of this.#running) child.kill(signal);
  }
}
