import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadOrder, LoadReply } from "./load-target.ts";

/** The process that sends the requests. Orders are given one after the other. */
export class LoadProcess implements AsyncDisposable {
  readonly #child: ChildProcess;

  constructor() {
    // Its own collecting of garbage must not come into the turns more often than needed.
    const execArgv = ["--max-semi-space-size=64"];
    this.#child = fork(join(import.meta.dirname, "load.ts"), { serialization: "advanced", execArgv });
    // An order that cannot be sent; that the process has ended is noticed below.
    this.#child.on("error", () => undefined);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** @throws Error when a connection breaks; why is on standard error */
  async give(order: LoadOrder): Promise<LoadReply> {
    const ended = new AbortController();
    const onExit = () => ended.abort(new Error("The load process ended; see its output above"));
    this.#child.once("exit", onExit);
    if (!this.#child.connected) onExit();
    try {
      ended.signal.throwIfAborted();
      this.#child.send(order);
      // Each order gets one reply, see load.ts.
      const [reply] = (await once(this.#child, "message", { signal: ended.signal })) as [LoadReply];
      return reply;
    } catch (error) {
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      this.#child.off("exit", onExit);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    if (this.#child.connected) this.#child.disconnect();
    await ended;
  }
}
