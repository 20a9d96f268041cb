/**
 * The load of one scenario, in a process of its own: `node load.ts JSON`. Sends given requests over keep-alive
 * connections and prints one line of JSON, see {@link LoadResult}. With a rate, requests have due times and latency
 * counts from those, so that a stalled server cannot hide behind requests that were never sent.
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What to send, where and how fast. */
export interface LoadPlan {
  readonly port: number;
  /** A JSON list of requests as they go over the wire; they are sent in turn. */
  readonly requestsFile: string;
  readonly connections: number;
  readonly seconds: number;
  readonly warmupSeconds: number;
  /** Requests per second; without it, as fast as possible. */
  readonly rate?: number;
}

/** The result. Latencies in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** All requests, including those before the measurement. */
  readonly answered: number;
  readonly refused: number;
  readonly latency: { readonly p50: number; readonly p99: number };
}

/** One keep-alive connection that knows where an answer with a Content-Length ends. */
class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #onAnswer: (isGood: boolean) => void = () => undefined;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on("error", (error) => {
      throw error;
    });
  }

  send(request: Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      this.#onAnswer = resolve;
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    const headEnd = all.indexOf("\r\n\r\n");
    if (headEnd === -1) return;
    const head = all.toString("latin1", 0, headEnd);
    const [, length = "0"] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
    if (all.length < headEnd + 4 + Number(length)) return;
    this.#received = [];
    this.#onAnswer(head.startsWith("HTTP/1.1 200"));
  }
}

async function run(plan: LoadPlan): Promise<LoadResult> {
  // Written by the program that starts this one.
  const requests = (JSON.parse(readFileSync(plan.requestsFile, "utf8")) as string[]).map((one) =>
    Buffer.from(one),
  );
  const start = performance.now();
  const countFrom = start + plan.warmupSeconds * 1000;
  const until = countFrom + plan.seconds * 1000;
  const latencies: number[] = [];
  let next = 0;
  let refused = 0;
  const connections = Array.from({ length: plan.connections }, () => new Connection(plan.port));
  const send = async (connection: Connection, due: number): Promise<void> => {
    const request = requests[next++ % requests.length] ?? Buffer.alloc(0);
    const isGood = await connection.send(request);
    const now = performance.now();
    if (now >= countFrom) latencies.push(now - due);
    if (!isGood) refused += 1;
  };
  const loads = connections.map(async (connection, index) => {
    if (plan.rate === undefined) {
      for (let now = start; now < until; now = performance.now()) await send(connection, now);
      return;
    }
    const every = (plan.connections / plan.rate) * 1000;
    for (let due = start + (every * index) / plan.connections; due < until; due += every) {
      const early = due - performance.now();
      if (early > 0) await sleep(Math.ceil(early));
      await send(connection, due);
    }
  });
  await Promise.all(loads);
  for (const connection of connections) connection.end();
  const sorted = Float64Array.from(latencies).toSorted();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    requestsPerSecond: latencies.length / plan.seconds,
    answered: next,
    refused,
    latency: { p50: at(0.5), p99: at(0.99) },
  };
}

// The plan is written by the program that starts this one.
console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? "") as LoadPlan)));
