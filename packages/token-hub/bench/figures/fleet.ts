import { createClient, fromHub, fromHubProxy, type Client } from "@survey-open-platform/sdk";
import type { CallerAccess } from "./hub-cluster.ts";

/** What a fleet's calls came to. */
export interface Tally {
  readonly served: number;
  readonly failed: number;
  /** How often which reason was given. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The longest that calls took from one success to the next, in milliseconds. */
  readonly longestSilence: number;
}

/** Business servers with the SDK, each with several callers that call all the time. */
export class Fleet {
  readonly #clients: readonly Client[];
  readonly #callers: number;
  readonly #reasons = new Map<string, number>();
  /** When each caller began the call that was served last. */
  readonly #lastServed = new Map<number, number>();
  #loops = 0;
  #served = 0;
  #failed = 0;
  #lastSuccess = performance.now();
  #longestSilence = 0;
  #running: Promise<unknown> | undefined;
  #isStopped = false;

  constructor(clients: readonly Client[], callers: number) {
    this.#clients = clients;
    this.#callers = callers;
  }

  get served(): number {
    return this.#served;
  }

  get tally(): Tally {
    const reasons = Object.fromEntries(this.#reasons);
    return { served: this.#served, failed: this.#failed, reasons, longestSilence: this.#longestSilence };
  }

  /** Every server's first call, so that none is counted that had to wait for a start. */
  async warmUp(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.surveys.list()));
    this.#lastSuccess = performance.now();
  }

  start(pauseMilliseconds: number): void {
    this.#isStopped = false;
    const callers = this.#clients.flatMap((client) =>
      Array.from({ length: this.#callers }, () => this.#call(client, pauseMilliseconds)),
    );
    this.#running = Promise.all(callers);
  }

  async stop(): Promise<Tally> {
    this.#isStopped = true;
    await this.#running;
    return this.tally;
  }

  /** Resolves once each caller was served with a call that it began from now on: nobody is amid anything older. */
  async untilEachServed(): Promise<void> {
    const now = performance.now();
    while (
      [...this.#lastServed.values()].some((begunAt) => begunAt < now) ||
      this.#lastServed.size < this.#loops
    )
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Resolves once as many calls as these were served from now on. */
  async untilServed(calls: number): Promise<void> {
    const goal = this.#served + calls;
    while (this.#served < goal) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async #call(client: Client, pauseMilliseconds: number): Promise<void> {
    const caller = this.#loops++;
    while (!this.#isStopped) {
      const begunAt = performance.now();
      try {
        await client.surveys.list();
        this.#lastServed.set(caller, begunAt);
        this.#noteSuccess();
      } catch (error) {
        this.#failed += 1;
        const reason = error instanceof Error ? error.message : String(error);
        this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds * (0.5 + Math.random())));
    }
  }

  #noteSuccess(): void {
    const now = performance.now();
    this.#served += 1;
    this.#longestSilence = Math.max(this.#longestSilence, now - this.#lastSuccess);
    this.#lastSuccess = now;
  }
}

/** Where the fleet calls. */
export interface FleetPlaces {
  readonly hubUrls: readonly string[];
  readonly caller: CallerAccess;
  readonly platformUrl: string;
}

/** Servers that take their token from the hubs. */
export function tokenClients(
  servers: number,
  { hubUrls, caller, platformUrl }: FleetPlaces,
): readonly Client[] {
  return Array.from({ length: servers }, (_, index) => {
    const hubUrl = [...hubUrls.slice(index % hubUrls.length), ...hubUrls.slice(0, index % hubUrls.length)];
    return createClient({ platform: { baseUrl: platformUrl }, source: fromHub({ hubUrl }, caller) });
  });
}

/** Servers that call through the hubs. */
export function proxyClients(servers: number, { hubUrls, caller }: FleetPlaces): readonly Client[] {
  return Array.from({ length: servers }, () =>
    createClient({ source: fromHubProxy({ hubUrl: hubUrls }, caller) }),
  );
}
