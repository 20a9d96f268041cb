import { setTimeout as sleep } from "node:timers/promises";
import { LoadConnection } from "./load-connection.ts";
import type { LoadReply, OpenOrder, PaceOrder, SupplyOrder, TurnOrder } from "./load-messages.ts";

/** Counts the responses of one order. */
class Tally {
  answered = 0;
  failed = 0;
  example = "";
  readonly latencies: number[] = [];
  readonly #startedAt = performance.now();

  count(isExpected: boolean, response: Buffer): void {
    this.answered += 1;
    if (isExpected) return;
    this.failed += 1;
    this.example ||= response.toString("utf8", 0, 800);
  }

  reply(): LoadReply {
    const { answered, failed, example, latencies } = this;
    const milliseconds = performance.now() - this.#startedAt;
    return { answered, failed, example, milliseconds, latencies: Float64Array.from(latencies) };
  }
}

/** One server under load. */
export class LoadTarget {
  readonly #connections: readonly LoadConnection[];
  #requests: readonly Buffer[] = [];
  #expected = Buffer.alloc(0);
  #next = 0;

  constructor({ port, connections }: OpenOrder, onProblem: (problem: Error) => void) {
    this.#connections = Array.from({ length: connections }, () => new LoadConnection(port, onProblem));
  }

  supply({ requests, expected }: SupplyOrder): void {
    this.#requests = requests.map((request) => Buffer.from(request));
    this.#expected = Buffer.from(expected);
    this.#next = 0;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  /** Every connection sends its next request as soon as it has a response. */
  async turn({ milliseconds, once }: TurnOrder): Promise<LoadReply> {
    const tally = new Tally();
    const until = performance.now() + milliseconds;
    await Promise.all(
      this.#connections.map((connection) => this.#saturate(connection, { tally, until, once })),
    );
    return tally.reply();
  }

  /** Requests are due at regular times, so that a stalled server cannot hide behind requests that were never sent. */
  async pace({ milliseconds, requestsPerSecond }: PaceOrder): Promise<LoadReply> {
    const tally = new Tally();
    const everyMilliseconds = (this.#connections.length / requestsPerSecond) * 1000;
    const start = performance.now();
    const pacing = { tally, everyMilliseconds, until: start + milliseconds };
    await Promise.all(
      this.#connections.map((connection, index) => {
        const first = start + (everyMilliseconds * index) / this.#connections.length;
        return this.#pace(connection, { ...pacing, first });
      }),
    );
    return tally.reply();
  }

  #saturate(
    connection: LoadConnection,
    { tally, until, once }: { readonly tally: Tally; readonly until: number; readonly once: boolean },
  ): Promise<void> {
    return new Promise((resolve) => {
      const next = () => {
        const request = performance.now() < until ? this.#take(once) : undefined;
        if (request === undefined) return resolve();
        connection.send(request, this.#expected, onResponse);
      };
      const onResponse = (isExpected: boolean, response: Buffer) => {
        tally.count(isExpected, response);
        next();
      };
      next();
    });
  }

  async #pace(
    connection: LoadConnection,
    pacing: { tally: Tally; first: number; everyMilliseconds: number; until: number },
  ): Promise<void> {
    const { tally, until } = pacing;
    for (let due = pacing.first; due < until; due += pacing.everyMilliseconds) {
      const request = this.#take(false);
      if (request === undefined) return;
      const early = due - performance.now();
      // Never early; that it may be a millisecond late counts for all servers alike.
      if (early > 0) await sleep(Math.ceil(early));
      await new Promise<void>((resolve) => {
        connection.send(request, this.#expected, (isExpected, response) => {
          tally.count(isExpected, response);
          resolve();
        });
      });
      tally.latencies.push(performance.now() - due);
    }
  }

  #take(once: boolean): Buffer | undefined {
    if (this.#next === this.#requests.length) {
      if (once) return undefined;
      this.#next = 0;
    }
    return this.#requests[this.#next++];
  }
}
