import { parseWallTime } from "@survey-open-platform/surveys";
import type { DemoRandom } from "./demo-random.ts";

/** When a respondent answered, as text times. */
export interface AnswerTimes {
  readonly started_at: string;
  readonly ended_at: string;
}

/** How likely people are to answer in each hour of the day: none at night, so no answer falls into a clock change. */
const hourWeights = [0, 0, 0, 0, 0, 0, 0, 1, 3, 6, 8, 7, 9, 6, 6, 6, 6, 5, 6, 7, 9, 8, 4, 0];

/**
 * Makes the times of the answers to one survey, ascending by their end: many soon after it opened,
 * fewer on weekends, none on the day that counts as today or later.
 *
 * @param survey.today `YYYY-MM-DD`
 */
export function demoTimes(
  random: DemoRandom,
  survey: {
    readonly today: string;
    readonly respondents: number;
    readonly openForDays: number;
    readonly usualSeconds: number;
  },
): readonly AnswerTimes[] {
  const midnight = parseWallTime(`${survey.today} 00:00:00`);
  if (midnight === undefined) throw new RangeError(`not a day: ${survey.today}`);
  const times = Array.from({ length: survey.respondents }, () => {
    const start =
      midnight - daysAgo(random, survey.openForDays, midnight) * 86_400_000 + secondOfDay(random) * 1000;
    return { start, end: start + durationSeconds(random, survey.usualSeconds) * 1000 };
  });
  return times
    .toSorted((a, b) => a.end - b.end)
    .map(({ start, end }) => ({ started_at: wallText(start), ended_at: wallText(end) }));
}

function daysAgo(random: DemoRandom, openForDays: number, midnight: number): number {
  const days = openForDays - Math.floor(openForDays * random.next() ** 1.8);
  const weekday = new Date(midnight - days * 86_400_000).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  return isWeekend && days > 2 && random.chance(0.5) ? days - 2 : days;
}

function secondOfDay(random: DemoRandom): number {
  return random.weighted(hourWeights) * 3600 + random.whole(0, 3599);
}

/** Half a minute at least, and less than an hour, so that no answer ends after midnight. */
function durationSeconds(random: DemoRandom, usualSeconds: number): number {
  return Math.round(Math.max(31, Math.min(3500, usualSeconds * Math.exp(random.bell() * 0.4))));
}

function wallText(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replace("T", " ");
}
