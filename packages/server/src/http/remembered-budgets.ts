/** What may happen at once, `burst` times, and how often from then on. */
export interface Budget {
  readonly perMinute: number;
  readonly burst: number;
}

/** Keys that are remembered; the one that was used longest ago is forgotten first. */
const keysRemembered = 10_000;

/** A budget for each of many keys, such as callers. Each process counts for itself, in memory. */
export class RememberedBudgets {
  readonly #budget: Budget;
  /** When each budget will be whole again, by `performance.now()`. */
  readonly #wholeAt = new Map<string, number>();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Uses the budget of a key. @returns ms until it covers one more, when it does not; 0 when it did. What it does not cover is not counted */
  take(key: string): number {
    const interval = 60_000 / this.#budget.perMinute;
    const now = performance.now();
    const wholeAt = Math.max(now, this.#wholeAt.get(key) ?? 0);
    const excess = wholeAt - now - (this.#budget.burst - 1) * interval;
    this.#remember(key, excess <= 0 ? wholeAt + interval : wholeAt);
    return Math.max(0, excess);
  }

  #remember(key: string, wholeAt: number): void {
    // Deleted and set again, it is last in the map's order.
    this.#wholeAt.delete(key);
    this.#wholeAt.set(key, wholeAt);
    if (this.#wholeAt.size > keysRemembered) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const [oldest] = this.#wholeAt.keys();
    if (oldest !== undefined) this.#wholeAt.delete(oldest);
  }
}
