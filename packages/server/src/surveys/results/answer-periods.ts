import { type HourCount, platformZone } from "@survey-open-platform/surveys";
import type { TimePoint } from "./charts/time-chart.tsx";

/** How time is divided: the longer answers have come in, the longer the periods. */
export type PeriodStep = "hour" | "day" | "month";

/** Answers by period, without gaps, the oldest first. */
export interface AnswerPeriods {
  readonly step: PeriodStep;
  readonly points: readonly TimePoint[];
  /** Where the last period ends. */
  readonly end: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/** `stride` is shorter than any period, so that none is passed over; `rest` completes its name to a moment. */
const shapes = {
  hour: { longest: 3 * day, stride: hour, nameLength: 13, rest: ":00:00", length: hour },
  day: { longest: 120 * day, stride: 12 * hour, nameLength: 10, rest: " 00:00:00", length: day },
  month: {
    longest: Number.MAX_VALUE,
    stride: 14 * day,
    nameLength: 7,
    rest: "-01 00:00:00",
    length: 30 * day,
  },
} as const;

/** Adds up hours to the periods of a zone. */
export function answerPeriods(hours: readonly HourCount[], timeZone: string): AnswerPeriods {
  const [first = 0, last = 0] = [hours[0]?.at, hours.at(-1)?.at];
  const step = stepOf(last - first);
  const { stride, nameLength, rest, length } = shapes[step];
  const zone = platformZone(timeZone);
  const nameOf = (at: number) => zone.format(at).slice(0, nameLength);
  const counts = new Map<string, number>();
  for (let at = first; at < last; at += stride) counts.set(nameOf(at), 0);
  for (const { at, count } of hours) {
    const name = nameOf(at);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const points = [...counts].map(([name, count]) => ({ at: zone.parse(name + rest) ?? first, count }));
  return { step, points, end: (points.at(-1)?.at ?? first) + length };
}

function stepOf(span: number): PeriodStep {
  if (span <= shapes.hour.longest) return "hour";
  return span <= shapes.day.longest ? "day" : "month";
}
