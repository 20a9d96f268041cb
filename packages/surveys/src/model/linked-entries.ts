import type { LinkedEntry } from "./question.ts";

/** What of an entry follows from the paths alone: the position of the entry that it belongs to; -1 for none. */
interface PlacedEntry {
  readonly text: string;
  readonly parentAt: number;
}

/**
 * The entries of a linked choice from the paths to those of its last level, in the order in which they are first named.
 *
 * @param idAt the id of the entry at a position
 */
export function linkedEntries(
  paths: readonly (readonly string[])[],
  idAt: (at: number) => string,
): readonly LinkedEntry[] {
  const entries: PlacedEntry[] = [];
  const positions = new Map<string, number>();
  for (const path of paths) addPath(path, entries, positions);
  return entries.map(({ text, parentAt }, at) => ({
    id: idAt(at),
    text,
    parent: parentAt === -1 ? "" : idAt(parentAt),
  }));
}

/** The paths to the entries that no other belongs to, in their order: what {@link linkedEntries} was made of. */
export function linkedPaths(entries: readonly LinkedEntry[]): readonly (readonly LinkedEntry[])[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const parents = new Set(entries.map(({ parent }) => parent));
  return entries.filter(({ id }) => !parents.has(id)).map((entry) => pathTo(entry, byId));
}

function addPath(path: readonly string[], entries: PlacedEntry[], positions: Map<string, number>): void {
  let parentAt = -1;
  for (const text of path) {
    const key = `${parentAt} ${text}`;
    const known = positions.get(key);
    if (known === undefined) {
      positions.set(key, entries.length);
      entries.push({ text, parentAt });
    }
    parentAt = known ?? entries.length - 1;
  }
}

function pathTo(last: LinkedEntry, byId: ReadonlyMap<string, LinkedEntry>): readonly LinkedEntry[] {
  const path = [last];
  let above = byId.get(last.parent);
  // An entry comes after the one that it belongs to, so a path is no longer than all entries.
  while (above !== undefined && path.length <= byId.size) {
    path.unshift(above);
    above = byId.get(above.parent);
  }
  return path;
}
