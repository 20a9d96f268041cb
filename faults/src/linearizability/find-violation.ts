import type { Model, Operation } from "./models.ts";

/** One of the ways in which the operations so far may have happened. */
interface Configuration {
  readonly state: string;
  /** Operations under way that have happened already, by their places in the history, ascending. */
  readonly happened: readonly number[];
  /** How many of the unanswered operations have happened, by their inputs. */
  readonly unanswered: Readonly<Record<string, number>>;
}

/**
 * Looks for an order in which the operations of a history could have happened one at a time, each between its
 * call and its return: Wing and Gong's search, with Lowe's memory of configurations that were met before, and
 * taken event by event, so that an operation is put in order only when an answer depends on it.
 *
 * Unanswered operations of equal input are alike, so it only counts how many of them have happened; without
 * that, each one would double the number of configurations for the rest of the history.
 *
 * J. M. Wing, C. Gong: Testing and verifying concurrent objects (1993). G. Lowe: Testing for linearizability (2017).
 *
 * @returns the first operation whose answer no order explains; nothing when there is an order for all of them
 */
export function findViolation<Input, Output>(
  history: readonly Operation<Input, Output>[],
  model: Model<Input, Output>,
): Operation<Input, Output> | undefined {
  const search = new Search(history, model);
  return eventsOf(history).find(({ place, isReturn }) => !search.take(place, isReturn))?.operation;
}

/** A call or a return, in the order of time; at the same time calls come first, so that they count as overlapping. */
function eventsOf<Input, Output>(history: readonly Operation<Input, Output>[]) {
  return history
    .flatMap((operation, place) => [
      { operation, place, at: operation.calledAt, isReturn: false },
      ...(isAnswered(operation) ? [{ operation, place, at: operation.returnedAt, isReturn: true }] : []),
    ])
    .toSorted((a, b) => a.at - b.at || Number(a.isReturn) - Number(b.isReturn));
}

function isAnswered({ output }: { readonly output?: unknown }): boolean {
  return output !== undefined;
}

class Search<Input, Output> {
  readonly #history: readonly Operation<Input, Output>[];
  readonly #model: Model<Input, Output>;
  /** Answered operations that have been called and have not returned, by their places. */
  readonly #underWay = new Set<number>();
  /** Unanswered operations that have been called, by their inputs. */
  readonly #unanswered = new Map<string, { readonly input: Input; readonly count: number }>();
  #configurations: readonly Configuration[];

  constructor(history: readonly Operation<Input, Output>[], model: Model<Input, Output>) {
    this.#history = history;
    this.#model = model;
    this.#configurations = [{ state: model.initial, happened: [], unanswered: {} }];
  }

  /** Takes the next event. @returns whether there is still an order that explains every answer */
  take(place: number, isReturn: boolean): boolean {
    if (isReturn) this.#return(place);
    else this.#call(place);
    return this.#configurations.length > 0;
  }

  #call(place: number): void {
    const operation = this.#operation(place);
    if (isAnswered(operation)) {
      this.#underWay.add(place);
      return;
    }
    const { input } = operation;
    const key = JSON.stringify(input);
    this.#unanswered.set(key, { input, count: (this.#unanswered.get(key)?.count ?? 0) + 1 });
  }

  /** Keeps the configurations in which an operation has happened, and those that come from the others when it does. */
  #return(place: number): void {
    const [kept, met] = [new Configurations(), new Configurations()];
    const waiting = this.#configurations.map((configuration) => this.#absorb(configuration));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (!met.add(next)) continue;
      if (next.happened.includes(place))
        kept.add({ ...next, happened: next.happened.filter((other) => other !== place) });
      else waiting.push(...this.#successors(next).map((configuration) => this.#absorb(configuration)));
    }
    this.#underWay.delete(place);
    this.#configurations = kept.all;
  }

  /** What only reads, and fits the state, may as well happen now: that keeps nothing else from happening. */
  #absorb(from: Configuration): Configuration {
    const fitting = this.#open(from).filter(({ isReading }) => isReading);
    return {
      ...from,
      happened: [...from.happened, ...fitting.map(({ place }) => place)].toSorted(ascending),
    };
  }

  /** Those with fewer unanswered operations used come last, and so are looked at first. */
  #successors(from: Configuration): readonly Configuration[] {
    const unanswered = [...this.#unanswered].flatMap(([key, { input, count }]) => {
      const used = from.unanswered[key] ?? 0;
      const state = used < count ? this.#model.apply(from.state, input, undefined) : undefined;
      // One that changes nothing explains nothing.
      if (state === undefined || state === from.state) return [];
      return [{ ...from, state, unanswered: { ...from.unanswered, [key]: used + 1 } }];
    });
    const answered = this.#open(from).map(({ place, state }) => ({
      ...from,
      state,
      happened: [...from.happened, place].toSorted(ascending),
    }));
    return [...unanswered, ...answered];
  }

  /** The answered operations that may happen next, with the state after them. */
  #open({ state, happened }: Configuration) {
    return [...this.#underWay]
      .filter((place) => !happened.includes(place))
      .flatMap((place) => {
        const { input, output } = this.#operation(place);
        const after = this.#model.apply(state, input, output);
        if (after === undefined || output === undefined) return [];
        return [{ place, state: after, isReading: this.#model.isReading(input, output) }];
      });
  }

  #operation(place: number): Operation<Input, Output> {
    const operation = this.#history[place];
    if (operation === undefined) throw new RangeError(`there is no operation ${place}`);
    return operation;
  }
}

/** Configurations without those that are no better than another one. */
class Configurations {
  readonly #byKey = new Map<string, readonly Configuration[]>();

  get all(): readonly Configuration[] {
    return [...this.#byKey.values()].flat();
  }

  /** @returns whether it was worth adding */
  add(added: Configuration): boolean {
    const key = `${added.happened.join()} ${added.state}`;
    const others = this.#byKey.get(key) ?? [];
    if (others.some((other) => isNoWorse(other, added))) return false;
    this.#byKey.set(key, [...others.filter((other) => !isNoWorse(added, other)), added]);
    return true;
  }
}

/** Whether one has all the unanswered operations left that another has, all else being equal. */
function isNoWorse(one: Configuration, other: Configuration): boolean {
  return Object.entries(one.unanswered).every(([key, used]) => used <= (other.unanswered[key] ?? 0));
}

function ascending(a: number, b: number): number {
  return a - b;
}
