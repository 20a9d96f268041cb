import type { Step, Steps } from "./steps.ts";

/** One call of `writeSteps`. */
export interface StepsUnit<Schema> {
  /** Makes the work, more than once if it has to begin again. */
  readonly steps: () => Steps<Schema, unknown>;
  /** The name of its lock. */
  readonly lock: string;
  readonly resolve: (result: unknown) => void;
  readonly fail: (reason: unknown) => void;
}

/** A statement that steps ask for. */
export type StepStatement<Schema> = Extract<Step<Schema>, { readonly query: unknown }>;

/** The units of one lock, which run one after the other within a transaction. */
export class StepsQueue<Schema> {
  readonly #units: readonly StepsUnit<Schema>[];
  readonly #settled: { readonly unit: StepsUnit<Schema>; readonly result: unknown }[] = [];
  #alone: readonly StepsUnit<Schema>[] = [];
  #begun = 0;
  #current: { readonly unit: StepsUnit<Schema>; readonly steps: Steps<Schema, unknown> } | undefined;
  #hasChanged = false;
  #outgoing: StepStatement<Schema>[] = [];
  #wanted: StepStatement<Schema> | undefined;

  /** @param units all of one lock, at least one */
  constructor(units: readonly StepsUnit<Schema>[]) {
    this.#units = units;
    this.#beginNext();
  }

  /** The first unit that asked for a transaction of its own, and those after it: their order must not change. */
  get alone(): readonly StepsUnit<Schema>[] {
    return this.#alone;
  }

  /** The statement whose rows the queue waits for; undefined when all units are through. */
  get wanted(): StepStatement<Schema> | undefined {
    return this.#wanted;
  }

  /** The statements before {@link wanted} whose results do not matter; each is taken once. */
  takeOutgoing(): readonly StepStatement<Schema>[] {
    const outgoing = this.#outgoing;
    this.#outgoing = [];
    return outgoing;
  }

  /** Continues with the rows of {@link wanted}. @param isChange whether it was a statement that changes rows */
  receive(rows: readonly unknown[], isChange: boolean): void {
    this.#hasChanged ||= isChange && rows.length > 0;
    this.#wanted = undefined;
    this.#continue(rows);
  }

  /** Resolves the units that are through. */
  settle(): void {
    for (const { unit, result } of this.#settled) unit.resolve(result);
  }

  #beginNext(): void {
    const unit = this.#units[this.#begun];
    if (unit === undefined) return;
    this.#begun += 1;
    this.#hasChanged = false;
    this.#current = { unit, steps: unit.steps() };
    this.#continue([]);
  }

  /** Up to the next statement whose rows are wanted. */
  #continue(rows: readonly unknown[]): void {
    if (this.#current === undefined) return;
    const { unit, steps } = this.#current;
    let next = steps.next(rows);
    while (next.done !== true && (next.value.kind === "send" || next.value.kind === "forget")) {
      if (next.value.kind === "send") {
        this.#outgoing.push(next.value);
        this.#hasChanged = true;
      }
      next = steps.next([]);
    }
    if (next.done === true) this.#settled.push({ unit, result: next.value });
    else if (next.value.kind === "alone") this.#leave();
    else if ("query" in next.value) this.#wanted = next.value;
    if (this.#wanted === undefined) this.#beginNext();
  }

  #leave(): void {
    if (this.#hasChanged)
      throw new Error("Steps that have changed something cannot ask for a transaction of their own");
    this.#alone = this.#units.slice(this.#begun - 1);
    this.#begun = this.#units.length;
  }
}
