import {
  type CellTallies,
  overviewOf,
  secondsOfBucket,
  type HourCount,
  type PlatformZone,
} from "@survey-open-platform/surveys";

const hour = 3_600_000;

/** Lengths of the intervals that a report can have: answers are counted by the hour. */
export const countedIntervals = ["1w", "1d", "12h", "3h", "1h"] as const;

/** Lengths of the intervals that a report can be asked for. */
export const reportIntervals = [...countedIntervals, "10m", "5m", "1m"] as const;

/** One of {@link countedIntervals}. */
export type CountedInterval = (typeof countedIntervals)[number];

/** The interval that a report has which is asked for another one. */
export function countedInterval(asked: (typeof reportIntervals)[number]): CountedInterval {
  return countedIntervals.find((one) => one === asked) ?? "1h";
}

/** The mean of the durations in seconds, to about a twelfth: durations are counted in buckets. */
export function meanSeconds(facts: CellTallies): number {
  const buckets = [...facts].filter(([cell]) => cell.startsWith("duration/"));
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  const seconds = buckets.reduce(
    (sum, [cell, count]) => sum + count * secondsOfBucket(Number(cell.slice(9))),
    0,
  );
  return total === 0 ? 0 : Math.round(seconds / total);
}

/** Frequencies as a report has them. */
export interface KeyCount {
  readonly key: string;
  readonly count: number;
}

/** What is counted of whole answers. */
export function frequencies(
  facts: CellTallies,
): Record<"status" | "channel" | "devices" | "systems", KeyCount[]> {
  const { answers, devices, systems, channels } = overviewOf(facts);
  const keyed = (counts: typeof devices) => counts.map(({ id, count }) => ({ key: id, count }));
  const status = [
    { key: "valid", count: answers },
    { key: "invalid", count: 0 },
  ];
  return { status, channel: keyed(channels), devices: keyed(devices), systems: keyed(systems) };
}

/** Answers per interval, in ascending order; intervals without answers are left out. */
export function trendsOf(
  hours: readonly HourCount[],
  interval: CountedInterval,
  zone: PlatformZone,
): KeyCount[] {
  const counts = new Map<number, number>();
  for (const { at, count } of hours) {
    const start = startOfInterval(at, interval, zone);
    counts.set(start, (counts.get(start) ?? 0) + count);
  }
  return [...counts].map(([at, count]) => ({ key: String(at), count }));
}

const hoursOfInterval: Readonly<Record<CountedInterval, number>> = {
  "1w": 24,
  "1d": 24,
  "12h": 12,
  "3h": 3,
  "1h": 1,
};

/** Intervals begin at whole hours of the zone's clocks, weeks on Monday. */
function startOfInterval(at: number, interval: CountedInterval, zone: PlatformZone): number {
  const length = hoursOfInterval[interval];
  if (length === 1) return at;
  const local = zone.format(at);
  const start = at - (Number(local.slice(11, 13)) % length) * hour - Number(local.slice(14, 16)) * 60_000;
  if (interval !== "1w") return start;
  const weekday = new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return start - ((weekday + 6) % 7) * 24 * hour;
}
