import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { MockFault } from "@survey-open-platform/sdk/testing";
import type { PlatformMessage, PlatformSettings, PlatformVerb, PlatformView } from "./platform-messages.ts";

const STARTED_WITHIN_MS = 60_000;
const OBEYS_WITHIN_MS = 60_000;

/** Starts a mock platform as a separate process, and waits until it listens. */
export async function startPlatform(settings: PlatformSettings): Promise<RemotePlatform> {
  const child = fork(join(import.meta.dirname, "platform-process.ts"), [JSON.stringify(settings)]);
  try {
    const signal = AbortSignal.timeout(STARTED_WITHIN_MS);
    // The first message of the program.
    const [message] = (await once(child, "message", { signal })) as [PlatformMessage];
    if (message.kind !== "listening") throw new Error("the platform did not begin with its addresses");
    return new RemotePlatform(child, message.ports);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** A mock platform in another process. */
export class RemotePlatform implements AsyncDisposable {
  /** One port for each door. */
  readonly ports: readonly number[];
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (view: PlatformView) => void>();
  readonly #listeners = new Set<(door: number) => void>();
  #orders = 0;

  constructor(child: ChildProcess, ports: readonly number[]) {
    this.#child = child;
    this.ports = ports;
    // Only the platform's process writes to this channel.
    child.on("message", (message) => this.#hear(message as PlatformMessage));
  }

  /** The address at a door. */
  url(door = 0): string {
    return `http://127.0.0.1:${this.ports[door] ?? 0}`;
  }

  look(): Promise<PlatformView> {
    return this.#order({ verb: "look" });
  }

  /** Ends the current token as if it had expired. @returns what the platform had seen until then */
  expire(): Promise<PlatformView> {
    return this.#order({ verb: "expire" });
  }

  /** Another program requests a token. @returns what the platform had seen until then */
  override(): Promise<PlatformView> {
    return this.#order({ verb: "override" });
  }

  inject(fault: MockFault): Promise<PlatformView> {
    return this.#order({ verb: "inject", fault });
  }

  /** The port at which the next token request arrives; the request has not taken effect by then. */
  nextTokenRequest(): Promise<number> {
    return new Promise((resolve) => {
      const listener = (door: number) => {
        this.#listeners.delete(listener);
        resolve(door);
      };
      this.#listeners.add(listener);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }

  #order(verb: PlatformVerb): Promise<PlatformView> {
    this.#orders += 1;
    const id = this.#orders;
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`the platform did not obey "${verb.verb}" in time`)),
        OBEYS_WITHIN_MS,
      );
      this.#waiting.set(id, (view) => {
        clearTimeout(late);
        resolve(view);
      });
      this.#child.send({ ...verb, id });
    });
  }

  #hear(message: PlatformMessage): void {
    if (message.kind === "token_request") for (const listener of this.#listeners) listener(message.door);
    if (message.kind !== "done") return;
    this.#waiting.get(message.id)?.(message.view);
    this.#waiting.delete(message.id);
  }
}
