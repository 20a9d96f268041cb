/** What has an id that stays when it is changed or moved. */
interface Identified {
  readonly id: string;
}

/** Two lists, compared by the ids of their entries. */
export interface ListDifference<Entry> {
  readonly added: readonly Entry[];
  /** As they were before. */
  readonly removed: readonly Entry[];
  /** In both lists, in the new order. */
  readonly kept: readonly { readonly before: Entry; readonly after: Entry; readonly isMoved: boolean }[];
}

/** Compares two lists. As few entries as possible count as moved: one that is dragged to the other end is one, not all. */
export function compareLists<Entry extends Identified>(
  before: readonly Entry[],
  after: readonly Entry[],
): ListDifference<Entry> {
  const old = new Map(before.map((entry, at) => [entry.id, { entry, at }]));
  const ids = new Set(after.map(({ id }) => id));
  const both = after.flatMap((entry) => {
    const found = old.get(entry.id);
    return found === undefined ? [] : [{ before: found.entry, after: entry, at: found.at }];
  });
  const inOrder = longestRising(both.map(({ at }) => at));
  return {
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !ids.has(id)),
    kept: both.map((pair) => ({ before: pair.before, after: pair.after, isMoved: !inOrder.has(pair.at) })),
  };
}

/** The numbers of a longest rising part of a list without repeated numbers (patience sorting). */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const number of numbers) {
    const found = ends.findIndex((end) => end > number);
    const at = found < 0 ? ends.length : found;
    previous.set(number, ends[at - 1]);
    ends[at] = number;
  }
  const rising = new Set<number>();
  for (let number = ends.at(-1); number !== undefined; number = previous.get(number)) rising.add(number);
  return rising;
}
