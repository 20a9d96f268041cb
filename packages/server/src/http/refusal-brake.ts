import { setTimeout as sleep } from "node:timers/promises";

/** Refusals without a delay: `burst` of them, and `perMinute` from then on. */
export interface RefusalBudget {
  readonly perMinute: number;
  readonly burst: number;
}

const heldMilliseconds = 1000;
/** Callers that are remembered; the one that was refused longest ago is forgotten first. */
const callersRemembered = 10_000;

/**
 * Delays refusals to callers that are refused repeatedly. A client that guesses tokens or passwords sends the next
 * guess as soon as the last one is refused, and so delays all other clients; holding a response back for a second
 * costs nothing and slows the guesses down a thousandfold. Only refusals are held, so that an honest caller at the same address
 * notices nothing. Each process counts for itself, which is exact enough for what is no limit but a brake.
 */
export class RefusalBrake {
  readonly #budget: RefusalBudget;
  /** When each caller's budget will be whole again. */
  readonly #wholeAt = new Map<string, number>();

  constructor(budget: RefusalBudget) {
    this.#budget = budget;
  }

  /** Counts a refusal. @returns undefined when it may be sent at once, else what resolves when it may be sent */
  hold(caller: string): Promise<void> | undefined {
    return this.#take(caller) ? undefined : sleep(heldMilliseconds);
  }

  /** @returns whether the budget covers it; what it does not cover is not counted */
  #take(caller: string): boolean {
    const interval = 60_000 / this.#budget.perMinute;
    const now = performance.now();
    const wholeAt = Math.max(now, this.#wholeAt.get(caller) ?? 0);
    const isCovered = wholeAt - now <= (this.#budget.burst - 1) * interval;
    this.#remember(caller, isCovered ? wholeAt + interval : wholeAt);
    return isCovered;
  }

  #remember(caller: string, wholeAt: number): void {
    // Deleted and set again, it is last in the map's order.
    this.#wholeAt.delete(caller);
    this.#wholeAt.set(caller, wholeAt);
    if (this.#wholeAt.size > callersRemembered) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const [oldest] = this.#wholeAt.keys();
    if (oldest !== undefined) this.#wholeAt.delete(oldest);
  }
}
