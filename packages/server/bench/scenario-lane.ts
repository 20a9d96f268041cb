import { bareName, type Contender, type RunningContender } from "./contenders.ts";
import { latencyOf, median, requestsPerSecond, type Latency, type RoundFigures } from "./figures.ts";
import type { LoadReply, PaceOrder, TurnOrder } from "./load-target.ts";
import type { LoadProcess } from "./load-process.ts";
import { success, type RequestMaterial, type Scenario } from "./scenarios.ts";

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
export interface LaneParts {
  readonly scenario: Scenario;
  readonly contender: Contender;
  readonly load: LoadProcess;
  /** Processor time of a database server so far, in nanoseconds; 0 where there is none. */
  readonly databaseNanoseconds: () => number;
}

const connections = 64;
const latencyShare = 0.7;

/** How long a server is warmed up, in turns of the usual length. */
export interface WarmUp {
  readonly warmUpMilliseconds: number;
  readonly turnMilliseconds: number;
}

export function turnsToWarmUp({ warmUpMilliseconds, turnMilliseconds }: WarmUp): number {
  return Math.ceil(warmUpMilliseconds / turnMilliseconds);
}

const nothing = { answered: 0, failed: 0, milliseconds: 0, databaseNanoseconds: 0 };

/** One contender in one scenario, over all starts of its servers. */
export class ScenarioLane {
  readonly #name: string;
  readonly #parts: LaneParts;
  readonly #rounds: RoundFigures[] = [];
  readonly #latencies: Latency[] = [];
  readonly #residentMegabytes: number[] = [];
  #running: RunningContender | undefined;
  /** Those that are sent again and again. */
  #requests: readonly string[] | undefined;
  #responseBytes = 0;
  /** How many of the requests that work once are used up. */
  #used = 0;
  #round = { ...nothing };
  #processorAtBegin = 0;
  #responses = { answered: 0, failed: 0, example: "" };

  constructor(parts: LaneParts) {
    this.#name = parts.contender.name;
    this.#parts = parts;
  }

  get isBare(): boolean {
    return this.#name === bareName;
  }

  get name(): string {
    return this.#name;
  }

  get responses() {
    return this.#responses;
  }

  get figures(): ContenderFigures {
    return {
      contender: this.#name,
      responseBytes: this.#responseBytes,
      rounds: this.#rounds,
      latencies: this.#latencies,
      residentMegabytes: this.#residentMegabytes,
    };
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
    const { port } = this.#server;
    await this.#parts.load.give({ order: "open", target: this.#name, port, connections });
    if (this.#requests === undefined) return;
    await this.#give(this.#requests);
    await this.turn(1);
  }

  async close(): Promise<void> {
    await this.#parts.load.give({ order: "close", target: this.#name });
  }

  /** Looks at one response. @returns its size @throws Error when it is not what the scenario is about */
  async probe(): Promise<number> {
    const { scenario } = this.#parts;
    const [request = ""] = this.#requests ?? this.#fresh(1);
    const body = await probe(this.#server.url, request, scenario);
    this.#responseBytes = Buffer.byteLength(body);
    return this.#responseBytes;
  }

  /** Of the bare server: lets it answer with bodies of a size. */
  async resize(bytes: number): Promise<void> {
    this.#responseBytes = bytes;
    await fetch(`${this.#server.url}/size/${bytes}`);
  }

  /** Turns that do not count, so that code is compiled before those that do. */
  async warmUp({ warmUpMilliseconds, turnMilliseconds }: WarmUp): Promise<void> {
    for (let turn = 0; turn < turnsToWarmUp({ warmUpMilliseconds, turnMilliseconds }); turn += 1)
      await this.turn(turnMilliseconds);
  }

  /** One turn under load. */
  async turn(milliseconds: number): Promise<void> {
    const once = this.#requests === undefined;
    if (once) await this.#give(this.#fresh(this.#parts.scenario.once?.perTurn ?? 0));
    const before = this.#parts.databaseNanoseconds();
    const reply = await this.#order({ order: "turn", target: this.#name, milliseconds, once });
    this.#round.databaseNanoseconds += this.#parts.databaseNanoseconds() - before;
    this.#round.answered += reply.answered;
    this.#round.failed += reply.failed;
    this.#round.milliseconds += reply.milliseconds;
  }

  beginRound(): void {
    this.#round = { ...nothing };
    this.#processorAtBegin = this.#server.processorNanoseconds();
  }

  endRound(): void {
    const processorNanoseconds = this.#server.processorNanoseconds() - this.#processorAtBegin;
    this.#rounds.push({ ...this.#round, processorNanoseconds });
  }

  /** Latency at {@link latencyShare} of the rate of the last rounds. */
  async measureLatency(milliseconds: number, rounds: number): Promise<void> {
    if (this.#parts.scenario.requests === undefined) return;
    const rate = median(this.#rounds.slice(-rounds).map(requestsPerSecond)) * latencyShare;
    const order = { order: "pace", target: this.#name, milliseconds, requestsPerSecond: rate } as const;
    this.#latencies.push(latencyOf((await this.#order(order)).latencies));
  }

  measureMemory(): void {
    this.#residentMegabytes.push(this.#server.residentMegabytes());
  }

  get #server() {
    if (this.#running === undefined) throw new Error(`${this.#name} is not running`);
    return this.#running.server(this.#parts.scenario.server ?? "platform");
  }

  get #material(): RequestMaterial {
    const hubCaller = this.#running?.hubCaller ?? { id: "bare", secret: "bare" };
    return { data: this.#parts.contender.data, hubCaller };
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
    await this.#parts.load.give({ order: "supply", target: this.#name, requests, expected });
  }

  async #order(order: TurnOrder | PaceOrder): Promise<LoadReply> {
    const reply = await this.#parts.load.give(order);
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
  const headers = lines.map((one): [string, string] => {
    const [name = "", value = ""] = one.split(": ");
    return [name, value];
  });
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
