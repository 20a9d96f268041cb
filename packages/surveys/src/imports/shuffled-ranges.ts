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
  const keys = entries.map(keyOf);
  const ranges: ShuffledRange<Entry>[] = [];
  const others: string[] = [];
  for (const key of new Set(keys.filter((one) => one !== ""))) {
    const [start, end] = [keys.indexOf(key), keys.lastIndexOf(key)];
    const [first, last] = [entries[start], entries[end]];
    const isRange = end > start && keys.slice(start, end).every((one) => one === key);
    if (isRange && first !== undefined && last !== undefined) ranges.push({ key, first, last });
    else others.push(key);
  }
  return { ranges, others };
}
