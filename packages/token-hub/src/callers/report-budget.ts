/** How many reports a caller may make at once before the budget counts; refilled evenly after that. */
const burst = 10;

/** The budgets of reports of all callers, in this process. */
export class ReportBudgets {
  readonly #now: () => number;
  /** When each caller's budget will be whole again, on the forward-moving clock (generic cell rate algorithm). */
  readonly #wholeAt = new Map<string, number>();

  /** @param now milliseconds on a clock that only moves forward */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Takes one.
   *
   * @returns seconds after which there is one again; 0 when one was taken
   */
  take(callerId: string, perMinute: number): number {
    const now = this.#now();
    const interval = 60_000 / perMinute;
    const wholeAt = Math.max(this.#wholeAt.get(callerId) ?? 0, now);
    const excess = wholeAt - now - (burst - 1) * interval;
    if (excess > 0) return Math.max(1, Math.ceil(excess / 1000));
    this.#wholeAt.set(callerId, wholeAt + interval);
    return 0;
  }
}
