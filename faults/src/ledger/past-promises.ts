import type { LedgerEntry } from "./entry.ts";
import { promisesIn, type Promises } from "./promises.ts";

/** What earlier rounds used, overrode or revoked; at most `most` of each kind, chosen at random. */
export function pastPromises(entries: readonly LedgerEntry[], before: number, most = 60): Promises {
  const { revoked, teamTokens, spentCodes } = promisesIn(entries.filter(({ round }) => round < before));
  return {
    ...promisesIn([]),
    revoked: someOf(revoked, most),
    // The last one may still be valid.
    teamTokens: [...someOf(teamTokens.slice(0, -1), most), ""],
    spentCodes: someOf(spentCodes, most),
  };
}

function someOf<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, () => items[Math.floor(Math.random() * items.length)]).filter(
    (item) => item !== undefined,
  );
}
