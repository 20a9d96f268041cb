import { platformZone } from "@survey-open-platform/surveys";

/** When a day such as `2026-11-22` begins in a zone, ms UTC; undefined when it is none. */
export function startOfDay(date: string, timeZone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const zone = platformZone(timeZone);
  // In some zones clocks are put forward at midnight: then the day begins at one.
  return zone.parse(`${date} 00:00:00`) ?? zone.parse(`${date} 01:00:00`);
}

const dayMilliseconds = 86_400_000;

/** When a day such as `2026-11-22` is over in a zone, ms UTC; undefined when it is none. */
export function dayAfter(date: string, timeZone: string): number | undefined {
  const start = startOfDay(date, timeZone);
  // Days have 23 to 25 hours; the next one begins within half a day of this.
  return start === undefined
    ? undefined
    : startOfDay(dayText(start + 1.5 * dayMilliseconds, timeZone), timeZone);
}

/** The day of a moment in a zone, such as `2026-11-22`. */
export function dayText(at: number, timeZone: string): string {
  return platformZone(timeZone).format(at).slice(0, 10);
}
