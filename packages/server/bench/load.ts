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

/** What came of it. Latencies in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly answered: number;
  /** Answers whose body did not say success. */
  readonly refused: number;
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
}

class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #expected = -1;
  #answer: ((body: Buffer) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on("error", (error) => {
      throw error;
    });
  }

  send(request: string): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#socket.write(request, "latin1");
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#receivedBytes += chunk.length;
    if (this.#expected === -1) this.#expected = answerLength(Buffer.concat(this.#received));
    if (this.#expected === -1 || this.#receivedBytes < this.#expected) return;
    const whole = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    this.#received = [];
    this.#receivedBytes = 0;
    this.#expected = -1;
    this.#answer?.(whole);
  }
}

/** Bytes of an answer with its head; -1 while the head is incomplete. */
function answerLength(start: Buffer): number {
  const headEnd = start.indexOf("\r\n\r\n");
  if (headEnd === -1) return -1;
  const [, length = "0"] = /\r\ncontent-length: (\d+)/i.exec(start.toString("latin1", 0, headEnd)) ?? [];
  return headEnd + 4 + Number(length);
}

class Requests {
  readonly #requests: readonly string[];
  readonly #once: boolean;
  #next = 0;

  constructor({ pathsFile, once = false }: LoadPlan) {
    this.#requests = readFileSync(pathsFile, "utf8")
      .trimEnd()
      .split("\n")
      .map((path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    this.#once = once;
  }

  take(): string | undefined {
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

  count(body: Buffer, milliseconds: number): void {
    if (!this.counting) return;
    this.answered += 1;
    // The marker stands at the beginning of every envelope; the bare server sends it too.
    if (!body.includes('{"code":"OK"')) this.refused += 1;
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

async function saturate(
  connection: Connection,
  requests: Requests,
  tally: Tally,
  until: number,
): Promise<void> {
  for (
    let request = requests.take();
    request !== undefined && performance.now() < until;
    request = requests.take()
  ) {
    const sentAt = performance.now();
    tally.count(await connection.send(request), performance.now() - sentAt);
  }
}

/** Connections take turns, each request with a due time of its own. */
async function pace(connection: Connection, requests: Requests, tally: Tally, turn: Turn): Promise<void> {
  for (let due = turn.first; due < turn.until; due += turn.everyMilliseconds) {
    const request = requests.take();
    if (request === undefined) return;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    tally.count(await connection.send(request), performance.now() - due);
  }
}

interface Turn {
  readonly first: number;
  readonly everyMilliseconds: number;
  readonly until: number;
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
      if (plan.rate === undefined) return saturate(connection, requests, tally, until);
      const everyMilliseconds = (plan.connections / plan.rate) * 1000;
      const first = start + (everyMilliseconds * index) / plan.connections;
      return pace(connection, requests, tally, { first, everyMilliseconds, until });
    }),
  );
  const seconds = Math.min(plan.seconds, (performance.now() - start) / 1000 - plan.warmupSeconds);
  for (const connection of connections) connection.end();
  return tally.result(seconds);
}

// The plan is written by the program that starts this one.
console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? "") as LoadPlan)));
