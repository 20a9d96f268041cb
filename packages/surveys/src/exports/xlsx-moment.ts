import { parseWallTime } from "../model/platform-time.ts";
import type { SheetMoment } from "./xlsx-sheet.ts";

const dayMilliseconds = 86_400_000;
/** From the day that spreadsheets count from to the first of January 1970. */
const daysBefore1970 = 25_569;
/** Spreadsheets have no days before 1900, and take the year 1900 for a leap year. */
const firstDay = "1900-03-01";

/**
 * A day, a time of day or both as a cell holds it, without a zone: it shows what a clock showed.
 *
 * @param text such as `2026-11-22`, `08:05`, `2026-11-22 08:05` or `2026-11-22 08:05:00`
 * @returns undefined for a text that a cell cannot hold as a moment
 */
export function sheetMoment(text: string): SheetMoment | undefined {
  if (/^\d{2}:/.test(text)) {
    const wall = parseWallTime(`1970-01-01 ${text}`.padEnd(19, ":00"));
    return wall === undefined ? undefined : { serial: wall / dayMilliseconds, shows: "time" };
  }
  if (text < firstDay) return undefined;
  const shows = text.length === 10 ? "day" : "both";
  const wall = parseWallTime(`${text}${"0000-00-00 00:00:00".slice(text.length)}`);
  return wall === undefined ? undefined : { serial: wall / dayMilliseconds + daysBefore1970, shows };
}
