import { platformZone } from "@survey-open-platform/surveys";

/** When a day such as `2026-11-22` begins in a zone, ms UTC; undefined when it is none. */
export function startOfDay(date: string, timeZone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const zone = platformZone(timeZone);
  // In some zones clocks are put forward at midnight: then the day begins at one.
  return zone.parse(`${date} 00:00:00`) ?? zone.parse(`${date} 01:00:00`);
}
