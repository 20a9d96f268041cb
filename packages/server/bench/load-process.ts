import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadOrder, LoadReply } from "./load-target.ts";

/** The process that sends the requests. Orders are given one after the other. */
export class LoadProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor() {
    // Its own collecting of garbage must not come into the turns more often than needed.
    const execArgv = ["--max-semi-space-size=64"];
    this.#child = fork(join(import.meta.dirname, "load.ts"), { serialization: "advanced", execArgv });
    // An order that cannot be sent is noticed by the end of the process.
    this.#child.on("error", () => undefined);
    this.#ended = new Promise((resolve) => this.#child.once("exit", resolve));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** @throws Error when a connection breaks; why is on standard error */
  async give(order: LoadOrder): Promise<LoadReply> {
    if (this.#child.connected) this.#child.send(order);
    const reply = await Promise.race([once(this.#child, "message"), this.#ended]);
    if (!Array.isArray(reply)) throw new Error("The load process ended; see its output above");
    // Each order gets one reply, see load.ts.
    return reply[0] as LoadReply;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }
}
