import { platformZone } from "@survey-open-platform/surveys";
import {
  quarterMilliseconds,
  startOfQuarter,
  type CallCounts,
  type QuarterUsage,
  type Usage,
} from "../http/request-log/request-usage.ts";

/** How usage is divided: the hours of a day, or the days of a week. */
export const usageSteps = ["hour", "day"] as const;

export type UsageStep = (typeof usageSteps)[number];

/** The calls of an hour or a day. */
export interface UsagePeriod extends CallCounts {
  readonly startedAt: number;
}

const shapes = {
  hour: { count: 24, quarters: 24 * 4, nameLength: "2026-11-01 09".length },
  day: { count: 7, quarters: 7 * 24 * 4, nameLength: "2026-11-01".length },
} as const;

/** Adds up calls by the last hours or days of a zone, those without calls too, the oldest first. */
export function usagePeriods(
  { now, quarters }: Usage,
  step: UsageStep,
  timeZone: string,
): readonly UsagePeriod[] {
  const { count, quarters: span, nameLength } = shapes[step];
  const zone = platformZone(timeZone);
  const byStart = new Map(quarters.map((quarter) => [quarter.startedAt, quarter]));
  const periods = new Map<string, UsagePeriod>();
  for (let ago = span - 1; ago >= 0; ago -= 1) {
    const startedAt = startOfQuarter(now) - ago * quarterMilliseconds;
    const name = zone.format(startedAt).slice(0, nameLength);
    periods.set(name, sum(periods.get(name) ?? emptyFrom(startedAt), byStart.get(startedAt)));
  }
  return [...periods.values()].slice(-count);
}

function emptyFrom(startedAt: number): UsagePeriod {
  return { startedAt, served: 0, refused: 0, withoutLine: 0 };
}

function sum(period: UsagePeriod, quarter: QuarterUsage | undefined): UsagePeriod {
  if (quarter === undefined) return period;
  return {
    startedAt: period.startedAt,
    served: period.served + quarter.served,
    refused: period.refused + quarter.refused,
    withoutLine: period.withoutLine + quarter.withoutLine,
  };
}
