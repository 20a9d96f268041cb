import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@survey-open-platform/service";
import type { WorkerMetrics } from "../../../http/metrics.ts";
import { RestartDelay } from "./restart-delay.ts";
import { WorkerProcess, type WorkerEnding } from "./worker-process.ts";

/** A worker stops by itself in less; one that hangs is killed after this time. */
const stopsWithinMilliseconds = 9500;
/** A worker that hangs must not hold up the metrics of the others for longer than what reads them waits. */
const metricsWithinMilliseconds = 4000;

/** What a supervisor is made with. */
export interface SupervisorOptions {
  readonly workers: number;
  /** The port that all of them share; with 0, whichever is free when the first of them listens. */
  readonly port: number;
  readonly log: Logger;
  /** Called for every worker that is replaced. */
  readonly noteRestart: (worker: number) => void;
}

/** Keeps a number of workers running on one port until it is stopped. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  /** The newest worker of each number. */
  readonly #newest = new Map<number, WorkerProcess>();
  /** Every worker that has not ended; those that stop after SIGTERM are among them. */
  readonly #alive = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  readonly #watched: Promise<void>[] = [];
  #isNodeReady = false;
  #requests = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /**
   * Starts every worker.
   *
   * @returns the address that all listen on
   * @throws `CommandError` when one cannot start
   */
  async start(): Promise<string> {
    const numbers = Array.from({ length: this.#options.workers }, (_, index) => index + 1);
    const urls = await Promise.all(numbers.map((number) => this.#startFirst(number)));
    this.#isNodeReady = true;
    await Promise.all([...this.#alive].map((worker) => worker.noteNodeReady()));
    return urls[0] ?? "";
  }

  /** What each worker counted so far; one that does not respond in time is left out. */
  async metrics(): Promise<readonly WorkerMetrics[]> {
    this.#requests += 1;
    const request = this.#requests;
    const asked = [...this.#newest.values()].map((worker) => metricsOf(worker, request));
    const responses = await Promise.all(asked);
    return responses.filter((metrics) => metrics !== undefined);
  }

  /** Stops every worker; each of them finishes its requests. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const alive = [...this.#alive];
    for (const worker of alive) worker.stop();
    await Promise.all(alive.map((worker) => worker.endWithin(stopsWithinMilliseconds)));
    await Promise.all(this.#watched);
  }

  #startFirst(number: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#watched.push(this.#keepRunning(number, resolve).catch(reject));
    });
  }

  /** @throws `CommandError` when the worker cannot start the first time */
  async #keepRunning(number: number, onListening: (url: string) => void): Promise<void> {
    const delay = new RestartDelay();
    let hasListened = false;
    while (!this.#stopping.signal.aborted) {
      const worker = this.#fork(number);
      worker.listening.then(
        (url) => {
          hasListened = true;
          return onListening(url);
        },
        () => undefined,
      );
      const ending = await Promise.race([worker.ended, worker.stopping]);
      if (this.#stopping.signal.aborted) return;
      // It could not start, and nothing from outside ended it: this throws why.
      if (ending?.signal === null && !hasListened) await worker.listening;
      await this.#waitToReplace(number, ending, delay);
    }
  }

  #fork(number: number): WorkerProcess {
    const worker = new WorkerProcess({
      number,
      port: this.#options.port,
      isNodeReady: () => this.#isNodeReady,
    });
    this.#newest.set(number, worker);
    this.#alive.add(worker);
    void worker.ended.then(() => this.#alive.delete(worker));
    void worker.stopping.then(() => worker.endWithin(stopsWithinMilliseconds));
    return worker;
  }

  /** @param ending undefined when the worker got a stop signal: its replacement need not wait until it has ended */
  async #waitToReplace(number: number, ending: WorkerEnding | undefined, delay: RestartDelay): Promise<void> {
    const { log, noteRestart } = this.#options;
    const { signal } = this.#stopping;
    if (ending === undefined) {
      log.info({ worker: number }, "worker stopping, another one replaces it");
    } else {
      const { servedMilliseconds, ...how } = ending;
      const milliseconds = delay.next(servedMilliseconds);
      log.error({ worker: number, ...how, restart_in_ms: milliseconds }, "worker ended");
      await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
    }
    if (!signal.aborted) noteRestart(number);
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
    worker.send({ say: "send metrics", request });
  });
}
