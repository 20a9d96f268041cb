/** Entries that are shown in random order together. */
export interface ShuffledRange<Entry> {
  readonly key: string;
  readonly first: Entry;
  readonly last: Entry;
}

/**
 * The ranges of entries with the same key. Only neighbours can be shuffled here, so that a key whose entries stand apart, or that one entry
 * has alone, is among `others`.
 *
 * @param keyOf "" for an entry that keeps its place
 */
export function shuffledRanges<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): { readonly ranges: readonly ShuffledRange<Entry>[]; readonly others: readonly string[] } {
  const places = Map.groupBy(
    entries.map((entry, at) => ({ key: keyOf(entry), at, entry })),
    ({ key }) => key,
  );
  places.delete("");
  const ranges: ShuffledRange<Entry>[] = [];
  const others: string[] = [];
  for (const [key, all] of places) {
    const [first, last] = [all[0], all.at(-1)];
    const isRange = first && last && first !== last && last.at - first.at + 1 === all.length;
    if (isRange === true) ranges.push({ key, first: first.entry, last: last.entry });
    else others.push(key);
  }
  return { ranges, others };
}
