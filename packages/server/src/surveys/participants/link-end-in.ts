import type { PlatformZone } from "@survey-open-platform/surveys";

const written = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/;

/**
 * Reads when a link ends, as tables write it: `2026-12-31 18:00`, `2026/1/2`. A day alone ends with itself.
 *
 * @returns undefined for what is no moment, null for none
 */
export function linkEndIn(text: string, zone: PlatformZone): number | null | undefined {
  const given = text.trim();
  if (given === "") return null;
  const [, year = "", month = "", day = "", hour, minute = "", second = "0"] = written.exec(given) ?? [];
  const time = hour === undefined ? "23:59:59" : [hour, minute, second].map(two).join(":");
  return zone.parse(`${year}-${two(month)}-${two(day)} ${time}`);
}

function two(digits: string): string {
  return digits.padStart(2, "0");
}
