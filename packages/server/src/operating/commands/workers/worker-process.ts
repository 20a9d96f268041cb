import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "@survey-open-platform/service";
import type { FromWorker, ToWorker } from "./messages.ts";

/** How a worker's process ended. */
export interface WorkerEnding {
  readonly code: number | null;
  readonly signal: string | null;
  /** What kept it from starting, in words. */
  readonly why: string | undefined;
  /** For how long it had been serving. */
  readonly servedMilliseconds: number;
}

/** What a worker is started with. */
export interface WorkerOptions {
  readonly number: number;
  readonly port: number;
  readonly isNodeReady: () => boolean;
}

/** One worker, as its supervisor sees it. */
export class WorkerProcess {
  /** Resolves with the address that it listens on. @throws `CommandError` when it ends before that */
  readonly listening: Promise<string>;
  /** Resolves when it got a stop signal, but not by its supervisor. */
  readonly stopping: Promise<undefined>;
  readonly ended: Promise<WorkerEnding>;
  readonly #ready: Promise<void>;
  readonly #worker: Worker;
  #isLoaded = false;
  #listeningSince: number | undefined;
  #why: string | undefined;

  constructor({ number, port, isNodeReady }: WorkerOptions) {
    this.#worker = cluster.fork();
    this.#onSay("loaded", () => {
      this.#isLoaded = true;
      this.send({ say: "start", worker: number, port, isNodeReady: isNodeReady() });
    });
    this.#onSay("failed", ({ why }) => (this.#why = why));
    this.#ready = new Promise((resolve) => this.#onSay("ready", () => resolve()));
    this.stopping = new Promise((resolve) => this.#onSay("stopping", () => resolve(undefined)));
    this.listening = new Promise((resolve, reject) => {
      this.#onSay("listening", ({ url }) => {
        this.#listeningSince = performance.now();
        resolve(url);
      });
      this.#worker.once("exit", () =>
        reject(new CommandError(this.#why ?? `Worker ${number} could not start.`)),
      );
    });
    // A rejection is not an unhandled one when nothing waits for it.
    this.listening.catch(() => undefined);
    this.ended = new Promise((resolve) => {
      this.#worker.once("exit", (code: number | null, signal: string | null) =>
        resolve({ code, signal, why: this.#why, servedMilliseconds: this.#servedMilliseconds }),
      );
    });
  }

  get #servedMilliseconds(): number {
    return this.#listeningSince === undefined ? 0 : performance.now() - this.#listeningSince;
  }

  #onSay<Say extends FromWorker["say"]>(
    say: Say,
    react: (message: Extract<FromWorker, { readonly say: Say }>) => void,
  ): void {
    this.onMessage((message) => {
      // The one kind of message that has this field.
      if (message.say === say) react(message as Extract<FromWorker, { readonly say: Say }>);
    });
  }

  /** @returns what removes the listener */
  onMessage(listener: (message: FromWorker) => void): () => void {
    this.#worker.on("message", listener);
    return () => void this.#worker.off("message", listener);
  }

  /** Sends a message, unless the worker has ended. */
  send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  /** Tells it that the node is ready. Resolves when a worker that serves says so too. */
  async noteNodeReady(): Promise<void> {
    this.send({ say: "node ready" });
    if (this.#listeningSince !== undefined) await Promise.race([this.#ready, this.ended]);
  }

  /** Asks it to finish its requests and end. Messages to a worker that is still loading would be lost. */
  stop(): void {
    if (this.#isLoaded) this.send({ say: "stop" });
    else this.#worker.process.kill("SIGTERM");
  }

  /** Waits until it has ended, and kills it when that takes too long. */
  async endWithin(milliseconds: number): Promise<void> {
    await Promise.race([this.ended, sleep(milliseconds, undefined, { ref: false })]);
    this.#worker.process.kill("SIGKILL");
    await this.ended;
  }
}
