import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerMetrics } from "../../http/metrics.ts";
import type { Logger } from "../../log.ts";
import { RestartDelay } from "./restart-delay.ts";
import { WorkerProcess } from "./worker-process.ts";

/** A worker stops by itself in less; one that does not even notice is ended then. */
const stopsWithinMilliseconds = 9500;
/** A worker that hangs must not keep the numbers of the others from being read. */
const metricsWithinMilliseconds = 1000;

/** What a supervisor is made with. */
export interface SupervisorOptions {
  readonly workers: number;
  /** The port that all of them share. */
  readonly port: number;
  readonly log: Logger;
  /** Told of every worker that had to be started anew. */
  readonly noteRestart: (worker: number) => void;
}

/** Keeps a number of workers running on one port until it is told to stop. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #running = new Map<number, WorkerProcess>();
  readonly #stopping = new AbortController();
  readonly #watched: Promise<void>[] = [];
  #requests = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts every worker. @returns the address that all listen on @throws `CommandError` when one cannot start */
  async start(): Promise<string> {
    const numbers = Array.from({ length: this.#options.workers }, (_, index) => index + 1);
    const urls = await Promise.all(numbers.map((number) => this.#startFirst(number)));
    return urls[0] ?? "";
  }

  /** What each worker counted so far; one that does not answer in time is left out. */
  async metrics(): Promise<readonly WorkerMetrics[]> {
    this.#requests += 1;
    const request = this.#requests;
    const asked = [...this.#running.values()].map((worker) => metricsOf(worker, request));
    const answers = await Promise.all(asked);
    return answers.filter((metrics) => metrics !== undefined);
  }

  /** Lets every worker finish what is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const running = [...this.#running.values()];
    for (const worker of running) worker.send({ say: "stop" });
    const inTime = await Promise.race([
      Promise.all(running.map(({ ended }) => ended)),
      sleep(stopsWithinMilliseconds, undefined, { ref: false }),
    ]);
    if (inTime === undefined) for (const worker of running) worker.kill();
    await Promise.all([...running.map(({ ended }) => ended), ...this.#watched]);
  }

  async #startFirst(number: number): Promise<string> {
    const worker = this.#fork(number);
    const url = await worker.listening;
    this.#watched.push(this.#keepRunning(number, worker));
    return url;
  }

  #fork(number: number): WorkerProcess {
    const worker = new WorkerProcess(number, this.#options.port);
    this.#running.set(number, worker);
    return worker;
  }

  async #keepRunning(number: number, first: WorkerProcess): Promise<void> {
    const { log, noteRestart } = this.#options;
    const delay = new RestartDelay();
    const { signal } = this.#stopping;
    for (let worker = first; ; worker = this.#fork(number)) {
      const { servedMilliseconds, ...ending } = await worker.ended;
      if (signal.aborted) return;
      const milliseconds = delay.next(servedMilliseconds);
      log.error({ worker: number, ...ending, restart_in_ms: milliseconds }, "worker ended");
      await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      noteRestart(number);
    }
  }
}

function metricsOf(worker: WorkerProcess, request: number): Promise<WorkerMetrics | undefined> {
  return new Promise((resolve) => {
    const stopListening = worker.onMessage((message) => {
      if (message.say === "metrics" && message.request === request) done(message.metrics);
    });
    const timer = setTimeout(() => done(undefined), metricsWithinMilliseconds);
    const done = (metrics: WorkerMetrics | undefined) => {
      clearTimeout(timer);
      stopListening();
      resolve(metrics);
    };
    worker.send({ say: "tell metrics", request });
  });
}
