import { setImmediate as otherWork } from "node:timers/promises";

/** Work on something that a caller sent, in pieces of bounded size: each `yield` ends one. */
export type InTurns<Result> = Generator<undefined, Result, undefined>;

/** Does all of it in one turn of the event loop, for what is known to be small. */
export function atOnce<Result>(work: InTurns<Result>): Result {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}

/** Does it piece by piece, with the other work of the process between them: no caller holds up all others. */
export async function inTurns<Result>(work: InTurns<Result>): Promise<Result> {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
    await otherWork();
  }
}

/** A list in slices, with the other work of the process between them: what is done with one has to be short. */
export async function* slicesInTurns<Item>(
  items: Iterable<Item>,
  size: number,
): AsyncGenerator<readonly Item[]> {
  let slice: Item[] = [];
  for (const item of items) {
    if (slice.length === size) {
      yield slice;
      await otherWork();
      slice = [];
    }
    slice.push(item);
  }
  if (slice.length > 0) yield slice;
}

/** What a list becomes, each item in a turn of its own: for a few that may be long. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (results.length > 0) await otherWork();
    results.push(map(item));
  }
  return results;
}
