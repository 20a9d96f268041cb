import type { NumberCell } from "./summary.ts";

/** Figures of numbers that are seen one after the other, without keeping them (Welford's method). */
export class RunningFigures {
  #count = 0;
  #mean = 0;
  /** The sum of the squares of the differences from the mean. */
  #squares = 0;
  #least = Infinity;
  #greatest = -Infinity;

  add(number: number): void {
    this.#count += 1;
    const difference = number - this.#mean;
    this.#mean += difference / this.#count;
    this.#squares += difference * (number - this.#mean);
    this.#least = Math.min(this.#least, number);
    this.#greatest = Math.max(this.#greatest, number);
  }

  /** The deviation is that of a sample (n - 1). */
  get figures(): NumberCell {
    const counted = this.#count;
    if (counted === 0) return noFigures;
    return {
      counted,
      mean: this.#mean,
      deviation: counted < 2 ? undefined : Math.sqrt(this.#squares / (counted - 1)),
      least: this.#least,
      greatest: this.#greatest,
    };
  }
}

/** Those of a cell without numbers. */
export const noFigures: NumberCell = {
  counted: 0,
  mean: undefined,
  deviation: undefined,
  least: undefined,
  greatest: undefined,
};
