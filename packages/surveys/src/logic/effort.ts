/** Steps in which the logic of a survey is examined: about 20 ms. */
const mostSteps = 200_000;

/**
 * Bounds the work of examining the conditions of a survey together: what they can say grows faster than their text. It is
 * counted and not timed, so that the result does not depend on the machine.
 */
export class Effort {
  #left: number;

  constructor(steps = mostSteps) {
    this.#left = steps;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  spend(steps: number): void {
    this.#left -= steps;
  }
}
