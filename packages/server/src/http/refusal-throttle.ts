import { setTimeout as sleep } from "node:timers/promises";
import { type Budget, RememberedBudgets } from "./remembered-budgets.ts";

const delayMilliseconds = 1000;

/**
 * Delays refusals to callers that are refused repeatedly. A client that guesses tokens or passwords sends the next
 * guess as soon as the last one is refused, and so delays all other clients; delaying a response for a second
 * costs nothing and slows the guesses down a thousandfold. Only refusals are delayed, so that an honest caller at the same address
 * notices nothing. Each process counts for itself, which is exact enough for a delay.
 */
export class RefusalThrottle {
  readonly #budgets: RememberedBudgets;

  /** @param budget refusals without a delay */
  constructor(budget: Budget) {
    this.#budgets = new RememberedBudgets(budget);
  }

  /** Counts a refusal. @returns undefined when it may be sent at once, else what resolves when it may be sent */
  delay(caller: string): Promise<void> | undefined {
    return this.#budgets.take(caller) === 0 ? undefined : sleep(delayMilliseconds);
  }
}
