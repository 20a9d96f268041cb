import { platformZone } from "@survey-open-platform/surveys";

/**
 * Reads a date with a time, as fields of browsers and tables write it; a day alone ends with itself.
 *
 * @returns undefined for what is no moment, null for none
 */
export function momentIn(text: string, timeZone: string): number | null | undefined {
  const given = text.trim().replaceAll("/", "-").replace("T", " ");
  if (given === "") return null;
  const rest = { 10: " 23:59:59", 16: ":00" }[given.length] ?? "";
  return platformZone(timeZone).parse(given + rest);
}

/** A moment as a field of a browser has it; "" for none. */
export function momentText(at: number | null, timeZone: string): string {
  return platformZone(timeZone).format(at).slice(0, 16).replace(" ", "T");
}
