import { setTimeout as sleep } from "node:timers/promises";
import { LoadConnection, type ResponseBegin } from "./load-connection.ts";

/** What the benchmark sends to its load process; each order gets one reply, in order. */
export type LoadOrder =
  | OpenOrder
  | SupplyOrder
  | TurnOrder
  | { readonly order: "close"; readonly target: string };

/** Opens connections to a server. */
interface OpenOrder {
  readonly order: "open";
  readonly target: string;
  readonly port: number;
  readonly connections: number;
}

/** Replaces the requests that are sent to a server. */
interface SupplyOrder {
  readonly order: "supply";
  readonly target: string;
  /** As they go over the wire. */
  readonly requests: readonly string[];
  /** Of each response. */
  readonly expected: ResponseBegin<string>;
}

/** Sends requests as fast as they are answered, or at a rate; latency then counts from the moment at which a request is due. */
export interface TurnOrder {
  readonly order: "turn";
  readonly target: string;
  readonly milliseconds: number;
  /** Each request is sent once, in order; the turn ends early when none is left. */
  readonly once?: boolean;
  readonly requestsPerSecond?: number;
}

/** The reply to an order. */
export interface LoadReply {
  readonly answered: number;
  /** Responses that are not what was expected. */
  readonly failed: number;
  /** One of those. */
  readonly example: string;
  readonly milliseconds: number;
  /** Of paced requests, in milliseconds. */
  readonly latencies: Float64Array;
}

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

/** Where nothing is sent. */
export const nothing = new Tally().reply();

/** One server under load. */
export class LoadTarget {
  readonly #connections: readonly LoadConnection[];
  #requests: readonly Buffer[] = [];
  #expected: ResponseBegin<Buffer> = { head: Buffer.alloc(0), body: Buffer.alloc(0) };
  #next = 0;

  constructor({ port, connections }: OpenOrder, onProblem: (problem: Error) => void) {
    this.#connections = Array.from({ length: connections }, () => new LoadConnection(port, onProblem));
  }

  supply({ requests, expected }: SupplyOrder): void {
    this.#requests = requests.map((request) => Buffer.from(request));
    this.#expected = { head: Buffer.from(expected.head), body: Buffer.from(expected.body) };
    this.#next = 0;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  /** At a rate requests are due at regular times, so that a stalled server cannot hide behind requests that were never sent. */
  async turn({ milliseconds, once = false, requestsPerSecond }: TurnOrder): Promise<LoadReply> {
    const tally = new Tally();
    const start = performance.now();
    const until = start + milliseconds;
    await Promise.all(
      this.#connections.map((connection, index) => {
        if (requestsPerSecond === undefined) return this.#saturate(connection, { tally, until, once });
        const everyMilliseconds = (this.#connections.length / requestsPerSecond) * 1000;
        const first = start + (everyMilliseconds * index) / this.#connections.length;
        return this.#pace(connection, { tally, first, everyMilliseconds, until });
      }),
    );
    return tally.reply();
  }

  /** Sends the next request as soon as it has a response. */
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
      const early = due - performance.now();
      // Never early; that it may be a millisecond late counts for all servers alike.
      if (early > 0) await sleep(Math.ceil(early));
      await new Promise<void>((resolve) => {
        connection.send(this.#take(false) ?? Buffer.alloc(0), this.#expected, (isExpected, response) => {
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
