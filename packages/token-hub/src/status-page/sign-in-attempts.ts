import { parseAddress } from "@survey-open-platform/service";

const perMinute = 6;
const burst = 10;
/** Networks of one IPv6 site that may do as much as a single network may. */
const networksOfSite = 10;
const mostCounts = 10_000;

/** Where an attempt is counted, and how many times a single network's share there is. */
interface Count {
  readonly key: string;
  readonly shares: number;
}

/** Attempts at the password, counted by the network that they come from (generic cell rate algorithm). */
export class SignInAttempts {
  readonly #now: () => number;
  readonly #wholeAt = new Map<string, number>();

  /** @param now milliseconds on a clock that only moves forward */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns seconds after which there is another attempt; 0 when this one may be made */
  take(address: string): number {
    const now = this.#now();
    this.#forget(now);
    const counts = countsOf(address);
    const excess = Math.max(...counts.map((count) => this.#excess(count, now)));
    // When it is full, an address counts as one with failures: an attacker uses ever new addresses.
    if (excess > 0 || this.#wholeAt.size >= mostCounts) return Math.max(1, Math.ceil(excess / 1000));
    for (const count of counts) this.#wholeAt.set(count.key, this.#wholeAtOf(count, now) + intervalOf(count));
    return 0;
  }

  /** Milliseconds until there is room for an attempt; not positive when there is. */
  #excess(count: Count, now: number): number {
    return this.#wholeAtOf(count, now) - now - (burst * count.shares - 1) * intervalOf(count);
  }

  #wholeAtOf({ key }: Count, now: number): number {
    return Math.max(this.#wholeAt.get(key) ?? 0, now);
  }

  #forget(now: number): void {
    if (this.#wholeAt.size < mostCounts / 2) return;
    for (const [key, wholeAt] of this.#wholeAt) if (wholeAt <= now) this.#wholeAt.delete(key);
  }
}

/** A host may choose freely among the addresses of its IPv6 /64 (RFC 4291, section 2.5.4), and a site has many such. */
function countsOf(address: string): readonly Count[] {
  const { network, site } = parseAddress(address) ?? { network: address, site: undefined };
  const own = { key: network, shares: 1 };
  return site === undefined ? [own] : [own, { key: site, shares: networksOfSite }];
}

function intervalOf({ shares }: Count): number {
  return 60_000 / (perMinute * shares);
}
