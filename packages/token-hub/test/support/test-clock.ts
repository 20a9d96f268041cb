import type { Clock } from "../../src/clock.ts";

interface Sleeper {
  readonly wakesAt: number;
  readonly wake: () => void;
}

/** Turns of the event loop that a chain of answers of an embedded database needs at most. */
const settlingTurns = 60;

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now = 1_000_000;
  #sleepers: Sleeper[] = [];

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const sleeper = { wakesAt: this.#now + milliseconds, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        resolve();
      });
    });
  }

  /** Whether anything waits for this clock to go on, and not for a database or a request. */
  get isAwaited(): boolean {
    return this.#sleepers.length > 0;
  }

  /** Lets time pass and resolves the sleeps in their order. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await settle();
      const next = this.#sleepers
        .filter(({ wakesAt }) => wakesAt <= end)
        .toSorted((one, other) => one.wakesAt - other.wakesAt)[0];
      if (next === undefined) break;
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== next);
      this.#now = Math.max(this.#now, next.wakesAt);
      next.wake();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets everything go on that waits for nothing but the event loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < settlingTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
