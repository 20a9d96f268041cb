import type { ClientAddress } from "@survey-open-platform/service";

/** Records that the requests of an address were refused because there were too many. */
export type RecordThrottled = (address: ClientAddress, call: string) => Promise<unknown>;

/** How long a network is remembered after it was reported. */
const rememberedMilliseconds = 600_000;
/** The one that was reported longest ago is forgotten first. */
const networksRemembered = 1000;

/**
 * Reports addresses whose requests are refused because there were too many: each network once in ten minutes, so that a
 * flood costs nothing more.
 */
export class ThrottledAddresses {
  readonly #record: RecordThrottled;
  readonly #reportedAt = new Map<string, number>();

  constructor(record: RecordThrottled) {
    this.#record = record;
  }

  /** @returns what resolves when it is recorded; undefined when there is nothing to record */
  report(address: ClientAddress, call: string): Promise<unknown> | undefined {
    const { network } = address;
    const now = performance.now();
    if (now - (this.#reportedAt.get(network) ?? -Infinity) < rememberedMilliseconds) return undefined;
    this.#remember(network, now);
    // The request is refused all the same when the database is not there.
    return this.#record(address, call).catch(() => undefined);
  }

  #remember(network: string, now: number): void {
    this.#reportedAt.delete(network);
    this.#reportedAt.set(network, now);
    const [oldest] = this.#reportedAt.keys();
    if (this.#reportedAt.size > networksRemembered && oldest !== undefined) this.#reportedAt.delete(oldest);
  }
}
