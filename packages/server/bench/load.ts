/**
 * The load of one scenario, in a process of its own: `node load.ts JSON`. Sends given requests over
 * keep-alive connections and prints one line of JSON, see {@link LoadResult}.
 *
 * Without a rate each connection sends its next request as soon as it has its answer (saturation). With a
 * rate, requests have due times, and latency counts from the due time, so that a stalled server cannot hide
 * behind requests that were never sent.
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What to send, where and how fast. */
export interface LoadPlan {
  readonly port: number;
  /** A file with one path and query per line. */
  readonly pathsFile: string;
  readonly connections: number;
  readonly seconds: number;
  readonly warmupSeconds: number;
  /** Requests per second; saturation without it. */
  readonly rate?: number;
  /** Send each path at most once, in order. */
  readonly once?: boolean;
}

/** The result. Latencies in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly answered: number;
  /** Responses whose body is not a success. */
  readonly refused: number;
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** Called with each complete response. */
type OnAnswer = (success: boolean) => void;

/** One keep-alive connection. It allocates as little as it can: the load must cost less than what it measures. */
class Connection {
  readonly #socket: Socket;
  #missingBytes = 0;
  #success = false;
  #start: Buffer | undefined;
  #onAnswer: OnAnswer = () => undefined;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on("error", (error) => {
      throw error;
    });
  }

  send(request: Buffer, onAnswer: OnAnswer): void {
    this.#onAnswer = onAnswer;
    this.#socket.write(request);
  }

  end(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#missingBytes > 0) this.#missingBytes -= chunk.length;
    else if (!this.#begin(chunk)) return;
    if (this.#missingBytes === 0) this.#onAnswer(this.#success);
  }

  /** @returns whether the head was complete */
  #begin(chunk: Buffer): boolean {
    const start = this.#start === undefined ? chunk : Buffer.concat([this.#start, chunk]);
    const headEnd = start.indexOf("\r\n\r\n");
    this.#start = headEnd === -1 ? start : undefined;
    if (headEnd === -1) return false;
    this.#missingBytes = headEnd + 4 + contentLength(start, headEnd) - start.length;
    // The marker stands at the beginning of every envelope; the bare server sends it too.
    this.#success = start.indexOf('{"code":"OK"', headEnd) === headEnd + 4;
    return true;
  }
}

// The end of the header, in upper or lower case.
const lengthHeader = "ength: ";

function contentLength(start: Buffer, headEnd: number): number {
  let length = 0;
  for (let at = start.indexOf(lengthHeader) + lengthHeader.length; at < headEnd; at += 1) {
    const digit = (start[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    length = length * 10 + digit;
  }
  return length;
}

class Requests {
  readonly #requests: readonly Buffer[];
  readonly #once: boolean;
  #next = 0;

  constructor({ pathsFile, once = false }: LoadPlan) {
    this.#requests = readFileSync(pathsFile, "utf8")
      .trimEnd()
      .split("\n")
      .map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`));
    this.#once = once;
  }

  take(): Buffer | undefined {
    if (this.#next === this.#requests.length) {
      if (this.#once) return undefined;
      this.#next = 0;
    }
    return this.#requests[this.#next++];
  }
}

class Tally {
  answered = 0;
  refused = 0;
  readonly #latencies: number[] = [];
  counting = false;

  count(success: boolean, milliseconds: number): void {
    if (!this.counting) return;
    this.answered += 1;
    if (!success) this.refused += 1;
    this.#latencies.push(milliseconds);
  }

  result(seconds: number): LoadResult {
    const sorted = Float64Array.from(this.#latencies).toSorted();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return {
      requestsPerSecond: this.answered / seconds,
      answered: this.answered,
      refused: this.refused,
      latency: { p50: at(0.5), p99: at(0.99), max: at(1) },
    };
  }
}

interface Loading {
  readonly connection: Connection;
  readonly requests: Requests;
  readonly tally: Tally;
  readonly until: number;
}

/** Sends the next request as soon as the last is answered. */
function saturate({ connection, requests, tally, until }: Loading): Promise<void> {
  return new Promise((resolve) => {
    let sentAt = performance.now();
    const next = () => {
      const request = sentAt < until ? requests.take() : undefined;
      if (request === undefined) return resolve();
      connection.send(request, (success) => {
        const now = performance.now();
        tally.count(success, now - sentAt);
        sentAt = now;
        next();
      });
    };
    next();
  });
}

/** When a connection's first request is due, and how long until each next one. */
interface Turn {
  readonly first: number;
  readonly everyMilliseconds: number;
}

/** Requests are distributed over the connections, each with its due time. */
async function pace({ connection, requests, tally, until }: Loading, turn: Turn): Promise<void> {
  for (let due = turn.first; due < until; due += turn.everyMilliseconds) {
    const request = requests.take();
    if (request === undefined) return;
    const early = due - performance.now();
    // Never early; that it may be a millisecond late counts for both servers alike.
    if (early > 0) await sleep(Math.ceil(early));
    const success = await new Promise<boolean>((resolve) => {
      connection.send(request, resolve);
    });
    tally.count(success, performance.now() - due);
  }
}

async function run(plan: LoadPlan): Promise<LoadResult> {
  const requests = new Requests(plan);
  const tally = new Tally();
  const connections = Array.from({ length: plan.connections }, () => new Connection(plan.port));
  const start = performance.now();
  const until = start + (plan.warmupSeconds + plan.seconds) * 1000;
  setTimeout(() => (tally.counting = true), plan.warmupSeconds * 1000);
  await Promise.all(
    connections.map((connection, index) => {
      const loading = { connection, requests, tally, until };
      if (plan.rate === undefined) return saturate(loading);
      const everyMilliseconds = (plan.connections / plan.rate) * 1000;
      const first = start + (everyMilliseconds * index) / plan.connections;
      return pace(loading, { first, everyMilliseconds });
    }),
  );
  const seconds = Math.min(plan.seconds, (performance.now() - start) / 1000 - plan.warmupSeconds);
  for (const connection of connections) connection.end();
  return tally.result(seconds);
}

// The plan is written by the program that starts this one.
console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? "") as LoadPlan)));
