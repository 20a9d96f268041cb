import cluster, { type Worker } from "node:cluster";
import { CommandError } from "../mistake.ts";
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

/** One process that serves, as seen by the one that supervises it. */
export class WorkerProcess {
  /** Resolves with the address that it listens on. @throws `CommandError` when it ends before that */
  readonly listening: Promise<string>;
  readonly ended: Promise<WorkerEnding>;
  readonly #worker: Worker;
  #listeningSince: number | undefined;
  #why: string | undefined;

  constructor(number: number, port: number) {
    this.#worker = cluster.fork();
    this.listening = new Promise((resolve, reject) => {
      this.onMessage((message) => {
        if (message.say === "failed") this.#why = message.why;
        if (message.say !== "listening") return;
        this.#listeningSince = performance.now();
        resolve(message.url);
      });
      this.#worker.once("exit", () =>
        reject(new CommandError(this.#why ?? `Worker ${number} could not start.`)),
      );
    });
    // Whether anybody waits for it or not.
    this.listening.catch(() => undefined);
    this.ended = new Promise((resolve) => {
      this.#worker.once("exit", (code: number | null, signal: string | null) =>
        resolve({ code, signal, why: this.#why, servedMilliseconds: this.#servedMilliseconds }),
      );
    });
    this.send({ say: "start", worker: number, port });
  }

  get #servedMilliseconds(): number {
    return this.#listeningSince === undefined ? 0 : performance.now() - this.#listeningSince;
  }

  /** @returns what ends the listening */
  onMessage(listener: (message: FromWorker) => void): () => void {
    this.#worker.on("message", listener);
    return () => void this.#worker.off("message", listener);
  }

  /** Says something, if there is still somebody to hear it. */
  send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  kill(): void {
    this.#worker.process.kill("SIGKILL");
  }
}
