import { latencyOf, median, spreadOf, type Spread } from "../figures.ts";
import type { LoadReply } from "../load-messages.ts";
import type { LoadProcess } from "../load-process.ts";

/** A page that is requested again and again. */
export interface RequestedPage {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  readonly cookie: string;
  /** The text that the page begins with. */
  readonly expected: string;
  /** Processor time of all that serves it so far. */
  readonly processorNanoseconds: () => number;
}

/** How long and how often. */
export interface HttpTurns {
  readonly rounds: number;
  readonly milliseconds: number;
}

const connections = 8;

/** Requests a page over sockets that stay open. */
export class PageLane implements AsyncDisposable {
  readonly #load: LoadProcess;
  readonly #page: RequestedPage;

  private constructor(load: LoadProcess, page: RequestedPage) {
    this.#load = load;
    this.#page = page;
  }

  static async open(load: LoadProcess, page: RequestedPage): Promise<PageLane> {
    const { name, port, path, cookie, expected } = page;
    await load.give({ order: "open", target: name, port, connections });
    const lines = [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", "Accept: text/html", "Accept-Language: en"];
    const request = [...lines, ...(cookie === "" ? [] : [`Cookie: ${cookie}`]), "", ""].join("\r\n");
    await load.give({ order: "supply", target: name, requests: [request], expected });
    return new PageLane(load, page);
  }

  /** @returns microseconds of processor time for each page */
  async turn(milliseconds: number): Promise<number> {
    const before = this.#page.processorNanoseconds();
    const { answered } = this.#checked(
      await this.#load.give({ order: "turn", target: this.#page.name, milliseconds, once: false }),
    );
    return (this.#page.processorNanoseconds() - before) / 1000 / answered;
  }

  /** @returns the p99 of pages that are due at regular times, in milliseconds */
  async p99(requestsPerSecond: number, milliseconds: number): Promise<number> {
    const order = { order: "pace", target: this.#page.name, milliseconds, requestsPerSecond } as const;
    return latencyOf(this.#checked(await this.#load.give(order)).latencies).p99;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#load.give({ order: "close", target: this.#page.name });
  }

  #checked(reply: LoadReply): LoadReply {
    if (reply.failed > 0) throw new Error(`${this.#page.name} was not served: ${reply.example}`);
    return reply;
  }
}

/** Processor time of a page in times of another one's. */
export interface PageComparison {
  readonly times: Spread;
  /** Microseconds of each. */
  readonly microseconds: readonly [number, number];
}

/** Requests two pages in turns. */
export async function comparePages(
  first: PageLane,
  second: PageLane,
  { rounds, milliseconds }: HttpTurns,
): Promise<PageComparison> {
  // Both have been compiled before anything is measured.
  await first.turn(3 * milliseconds);
  await second.turn(3 * milliseconds);
  const taken: (readonly [number, number])[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each begins every other round.
    const isFirst = round % 2 === 0;
    const [one, other] = [
      await (isFirst ? first : second).turn(milliseconds),
      await (isFirst ? second : first).turn(milliseconds),
    ];
    taken.push(isFirst ? [one, other] : [other, one]);
  }
  return {
    times: spreadOf(taken.map(([one, other]) => one / other)),
    microseconds: [median(taken.map(([one]) => one)), median(taken.map(([, other]) => other))],
  };
}
