/** Which statements fail, and how: they are counted while they are run. */
export class StatementFaults<Fault extends string> {
  #count = 0;
  #fails: (count: number) => boolean = () => false;
  #fault: Fault;

  constructor(fault: Fault) {
    this.#fault = fault;
  }

  /** Lets the statement with this number, counted from 1, fail; with `lasting`, all after it too. */
  failAt(number: number, fault: Fault, { lasting = false } = {}): void {
    this.#count = 0;
    this.#fault = fault;
    this.#fails = lasting ? (count) => count >= number : (count) => count === number;
  }

  /** Lets everything succeed again. @returns how many statements there were since the last call of `failAt` or `heal` */
  heal(): number {
    const count = this.#count;
    this.#count = 0;
    this.#fails = () => false;
    return count;
  }

  /** Counts a statement. @returns the fault with which it fails; undefined when it does not */
  protected next(): Fault | undefined {
    this.#count += 1;
    return this.#fails(this.#count) ? this.#fault : undefined;
  }
}
