import { bareName, type RunningContender } from "./contenders.ts";
import { latencyOf, median, requestsPerSecond, type Latency, type RoundFigures } from "./figures.ts";
import type { LoadReply, TurnOrder } from "./load-target.ts";
import type { LoadProcess } from "./load-process.ts";
import { success, type RequestMaterial, type Scenario } from "./scenarios.ts";
import type { SeededData } from "./seeded-data.ts";

/** What one contender did in one scenario. */
export interface ContenderFigures {
  readonly contender: string;
  readonly responseBytes: number;
  readonly rounds: readonly RoundFigures[];
  /** At 70 % of its saturating rate, one of each start; none for requests that work once. */
  readonly latencies: readonly Latency[];
  /** Resident memory after the scenario, one of each start, in MB. */
  readonly residentMegabytes: readonly number[];
}

/** The parts of a measurement that one contender's turns need. */
type LaneParts = Readonly<{ scenario: Scenario; contender: string; data: SeededData; load: LoadProcess }>;

const connections = 64;
const latencyShare = 0.7;

const nothing = { answered: 0, milliseconds: 0 };

/** One contender in one scenario, over all starts of its servers. */
export class ScenarioLane implements ContenderFigures {
  readonly contender: string;
  readonly rounds: RoundFigures[] = [];
  readonly latencies: Latency[] = [];
  readonly residentMegabytes: number[] = [];
  responseBytes = 0;
  readonly #parts: LaneParts;
  #running: RunningContender | undefined;
  /** Those that are sent again and again. */
  #requests: readonly string[] | undefined;
  /** How many of the requests that work once are used up. */
  #used = 0;
  #round = { ...nothing };
  #processorAtBegin = 0;
  #responses = { answered: 0, failed: 0, example: "" };

  constructor(parts: LaneParts) {
    this.contender = parts.contender;
    this.#parts = parts;
  }

  get isBare(): boolean {
    return this.contender === bareName;
  }

  get responses() {
    return this.#responses;
  }

  /** Makes the requests to servers that have been started. */
  prepare(running: RunningContender): void {
    this.#running = running;
    this.#requests = this.#cyclic();
  }

  /**
   * Connects, and uses each connection at once where requests can be sent again: servers close a connection on which no
   * first request comes within seconds, and on a busy machine it takes longer until all lanes have theirs.
   */
  async open(): Promise<void> {
    const port = Number(new URL(this.#server.url).port);
    await this.#parts.load.give({ order: "open", target: this.contender, port, connections });
    if (this.#requests === undefined) return;
    await this.#give(this.#requests);
    await this.turn(1);
  }

  async close(): Promise<void> {
    await this.#parts.load.give({ order: "close", target: this.contender });
  }

  /** Looks at one response. @returns its size @throws Error when it is not what the scenario is about */
  async probe(): Promise<number> {
    const { scenario } = this.#parts;
    const [request = ""] = this.#requests ?? this.#fresh(1);
    const body = await probe(this.#server.url, request, scenario);
    this.responseBytes = Buffer.byteLength(body);
    return this.responseBytes;
  }

  /** Of the bare server: lets it answer with bodies of a size. */
  async resize(bytes: number): Promise<void> {
    this.responseBytes = bytes;
    await fetch(`${this.#server.url}/size/${bytes}`);
  }

  /** One turn under load. */
  async turn(milliseconds: number): Promise<void> {
    const once = this.#requests === undefined;
    if (once) await this.#give(this.#fresh(this.#parts.scenario.once?.perTurn ?? 0));
    const reply = await this.#order({ milliseconds, once });
    this.#round.answered += reply.answered;
    this.#round.milliseconds += reply.milliseconds;
  }

  beginRound(): void {
    this.#round = { ...nothing };
    this.#processorAtBegin = this.#server.processorNanoseconds();
  }

  endRound(): void {
    const processorNanoseconds = this.#server.processorNanoseconds() - this.#processorAtBegin;
    this.rounds.push({ ...this.#round, processorNanoseconds });
  }

  /** Latency at {@link latencyShare} of the rate of the last rounds. */
  async measureLatency(milliseconds: number, rounds: number): Promise<void> {
    if (this.#parts.scenario.requests === undefined) return;
    const rate = median(this.rounds.slice(-rounds).map(requestsPerSecond)) * latencyShare;
    this.latencies.push(latencyOf((await this.#order({ milliseconds, requestsPerSecond: rate })).latencies));
  }

  measureMemory(): void {
    this.residentMegabytes.push(this.#server.residentMegabytes());
  }

  get #server() {
    if (this.#running === undefined) throw new Error(`${this.contender} is not running`);
    return this.#running.server(this.#parts.scenario.server ?? "platform");
  }

  get #material(): RequestMaterial {
    const hubCaller = this.#running?.hubCaller ?? { id: "bare", secret: "bare" };
    return { data: this.#parts.data, hubCaller };
  }

  #cyclic(): readonly string[] | undefined {
    const { requests, once } = this.#parts.scenario;
    return (
      requests?.(this.#material) ?? (this.isBare ? once?.make(this.#material, 0, once.perTurn) : undefined)
    );
  }

  #fresh(count: number): readonly string[] {
    const first = this.#used;
    this.#used += count;
    return this.#parts.scenario.once?.make(this.#material, first, count) ?? [];
  }

  async #give(requests: readonly string[]): Promise<void> {
    const { status = 200, expected: body = success } = this.isBare ? {} : this.#parts.scenario;
    const expected = { head: `HTTP/1.1 ${status}`, body };
    await this.#parts.load.give({ order: "supply", target: this.contender, requests, expected });
  }

  async #order(turn: Omit<TurnOrder, "order" | "target">): Promise<LoadReply> {
    const reply = await this.#parts.load.give({ order: "turn", target: this.contender, ...turn });
    this.#responses.answered += reply.answered;
    this.#responses.failed += reply.failed;
    this.#responses.example ||= reply.example;
    return reply;
  }
}

/**
 * Sends one request and looks at its response as a whole, which the load does not.
 *
 * @returns the body
 * @throws Error when it is not what the scenario is about
 */
export async function probe(url: string, request: string, scenario: Scenario): Promise<string> {
  const [head = "", sent = ""] = request.split("\r\n\r\n");
  const [line = "", _host, ...lines] = head.split("\r\n");
  const [method = "", target = ""] = line.split(" ");
  const headers = Object.fromEntries(lines.map((one) => one.split(": ")));
  const response = await fetch(url + target, { method, headers, ...(sent !== "" && { body: sent }) });
  const body = await response.text();
  const { status = 200 } = scenario;
  const problem = response.status === status ? problemOf(body, scenario) : `status ${response.status}`;
  if (problem !== undefined) throw new Error(`${scenario.title}: ${problem}: ${body.slice(0, 500)}`);
  return body;
}

function problemOf(body: string, { expected = success, check }: Scenario): string | undefined {
  // An agent gets its reply as an event (https://html.spec.whatwg.org/multipage/server-sent-events.html).
  const json = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  return body.startsWith(expected) ? check?.(JSON.parse(json)) : "the body begins differently";
}
