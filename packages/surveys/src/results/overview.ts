import { answersCell, secondsOfBucket } from "../model/answer-facts.ts";
import type { CellTallies } from "../store/tally-table.ts";

/** How many answers came from one kind of device, or through one channel. */
export interface FactCount {
  readonly id: string;
  readonly count: number;
}

/** What results show of whole answers. */
export interface Overview {
  readonly answers: number;
  /** Undefined without answers, and where all took no time, as those to an anonymous survey: then nothing is known of it. To about a twelfth, as durations are counted in buckets. */
  readonly medianSeconds: number | undefined;
  /** The most frequent first; answers of which it is not known are left out. */
  readonly devices: readonly FactCount[];
  /** Operating systems of the devices. */
  readonly systems: readonly FactCount[];
  readonly channels: readonly FactCount[];
  /** The languages in which a survey of several was answered. */
  readonly languages: readonly FactCount[];
}

/** Reads the tallies of the facts about answers. */
export function overviewOf(facts: CellTallies): Overview {
  return {
    answers: facts.get(answersCell) ?? 0,
    medianSeconds: medianOf(countsOf(facts, "duration/")),
    devices: countsOf(facts, "ua/"),
    systems: countsOf(facts, "os/"),
    channels: countsOf(facts, "channel/"),
    languages: countsOf(facts, "language/"),
  };
}

function countsOf(facts: CellTallies, prefix: string): readonly FactCount[] {
  return [...facts]
    .filter(([cell, count]) => cell.startsWith(prefix) && count > 0)
    .map(([cell, count]) => ({ id: cell.slice(prefix.length), count }))
    .toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
}

function medianOf(buckets: readonly FactCount[]): number | undefined {
  if (buckets.every(({ id }) => id === "0")) return undefined;
  const ascending = buckets.toSorted((a, b) => Number(a.id) - Number(b.id));
  const total = ascending.reduce((sum, { count }) => sum + count, 0);
  let passed = 0;
  const middle = ascending.find(({ count }) => (passed += count) * 2 >= total);
  return middle && secondsOfBucket(Number(middle.id));
}
