import { type RecentHour, platformZone } from "@survey-open-platform/surveys";

/** How many days a list of surveys shows, with today. */
export const shownDays = 7;

const millisecondsPerHour = 3_600_000;

/** Adds up hours to the last days of a zone, the oldest first, for each survey that has any. */
export function daysOfAnswers(
  hours: readonly RecentHour[],
  timeZone: string,
): ReadonlyMap<number, readonly number[]> {
  const zone = platformZone(timeZone);
  const dayOf = (at: number) => zone.format(at).slice(0, 10);
  const days = lastDays(dayOf, hours[0]?.now ?? 0);
  const counts = new Map<number, number[]>();
  for (const { surveyId, at, count } of hours) {
    const ofSurvey = counts.get(surveyId) ?? days.map(() => 0);
    counts.set(surveyId, ofSurvey);
    const place = days.indexOf(dayOf(at));
    if (place >= 0) ofSurvey[place] = (ofSurvey[place] ?? 0) + count;
  }
  return counts;
}

/** In steps that pass over no day, also where one has 23 hours. */
function lastDays(dayOf: (at: number) => string, now: number): readonly string[] {
  const days = new Set<string>();
  for (let hours = shownDays * 24; hours > 0; hours -= 6) days.add(dayOf(now - hours * millisecondsPerHour));
  return [...days.add(dayOf(now))].slice(-shownDays);
}
