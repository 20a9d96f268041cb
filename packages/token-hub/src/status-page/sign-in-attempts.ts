const perMinute = 6;
const burst = 10;
const mostAddresses = 10_000;

/** Attempts at the password, counted by the address that they come from (generic cell rate algorithm). */
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
    const interval = 60_000 / perMinute;
    const wholeAt = Math.max(this.#wholeAt.get(address) ?? 0, now);
    const excess = wholeAt - now - (burst - 1) * interval;
    // When it is full, an address counts as one with failures: an attacker uses ever new addresses.
    if (excess > 0 || this.#wholeAt.size >= mostAddresses) return Math.max(1, Math.ceil(excess / 1000));
    this.#wholeAt.set(address, wholeAt + interval);
    return 0;
  }

  #forget(now: number): void {
    if (this.#wholeAt.size < mostAddresses / 2) return;
    for (const [address, wholeAt] of this.#wholeAt) if (wholeAt <= now) this.#wholeAt.delete(address);
  }
}
