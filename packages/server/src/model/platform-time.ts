const dayMs = 86_400_000;
const cachedDays = 4096;
const earliest = Date.UTC(1, 0, 2);
const latest = Date.UTC(9999, 11, 30);
const timeText = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/** The platform's time zone: turns ms UTC into the text times of the wire and back. */
export interface PlatformZone {
  /** IANA name, such as `Asia/Shanghai`. */
  readonly name: string;
  /** `YYYY-MM-DD HH:MM:SS` as the zone's clocks showed it; "" for null. Throws RangeError outside the years 1 to 9999. */
  readonly format: (ms: number | null) => string;
  /**
   * The first moment at which the zone's clocks showed exactly this, in ms UTC.
   * Undefined for any other form, for days that do not exist, and for times that no clock showed
   * because it was put forward; of a time shown twice the earlier is meant.
   */
  readonly parse: (text: string) => number | undefined;
}

/**
 * Makes the zone that answers are written in. Make it once and keep it: it remembers the offset of
 * each day it was asked for, which makes formatting plain arithmetic.
 *
 * @param name IANA time zone name
 * @throws RangeError when the runtime knows no such zone
 * @example
 * const zone = platformZone("Asia/Shanghai");
 * zone.format(0); // "1970-01-01 08:00:00"
 */
export function platformZone(name: string): PlatformZone {
  const offsetAt = cachedOffset(exactOffset(name));
  const format = (ms: number | null): string => (ms === null ? "" : wallText(ms + offsetAt(checkedInstant(ms))));
  const parse = (text: string): number | undefined => {
    const wall = parseWallTime(text);
    if (wall === undefined) return undefined;
    // No zone is a day or more away from UTC, so one of these two offsets is the one in force.
    const candidates = [wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)];
    return candidates.filter((ms) => ms + offsetAt(ms) === wall).sort((a, b) => a - b)[0];
  };
  return { name, format, parse };
}

/**
 * Reads `YYYY-MM-DD HH:MM:SS` as if it were UTC.
 *
 * @returns ms, or undefined for any other form and for a day or time that no calendar has
 */
export function parseWallTime(text: string): number | undefined {
  const match = timeText.exec(text);
  if (match === null) return undefined;
  const ms = Date.parse(`${text.slice(0, 10)}T${text.slice(11)}Z`);
  // Date.parse lets 24:00:00 through and some engines roll the 30th of February over.
  if (!(ms >= earliest && ms <= latest) || wallText(ms) !== text) return undefined;
  return ms;
}

/** Whole seconds since 1970 for the older integer time fields; 0 when not set. */
export function unixSeconds(ms: number | null): number {
  return ms === null ? 0 : Math.floor(ms / 1000);
}

function wallText(wallMs: number): string {
  const iso = new Date(wallMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

function checkedInstant(ms: number): number {
  if (ms >= earliest && ms <= latest) return ms;
  throw new RangeError(`not a time between the years 1 and 9999: ${ms}`);
}

type Offset = (ms: number) => number;

/** Asks the runtime's time zone data; exact and slow (microseconds). */
function exactOffset(name: string): Offset {
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (ms) => {
    const parts = new Map(clock.formatToParts(ms).map((part) => [part.type, part.value]));
    const of = (type: Intl.DateTimeFormatPartTypes): string => (parts.get(type) ?? "").padStart(2, "0");
    const date = `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}`;
    const wall = Date.parse(`${date}T${of("hour")}:${of("minute")}:${of("second")}Z`);
    return wall - Math.floor(ms / 1000) * 1000;
  };
}

/** Remembers the offset of days on which it does not change, and asks anew on the few on which it does. */
function cachedOffset(exact: Offset): Offset {
  const offsets = new Map<number, number | undefined>();
  const offsetOfDay = (day: number): number | undefined => {
    const start = exact(day * dayMs);
    return start === exact((day + 1) * dayMs) ? start : undefined;
  };
  return (ms) => {
    const day = Math.floor(ms / dayMs);
    if (!offsets.has(day)) {
      if (offsets.size >= cachedDays) offsets.clear();
      offsets.set(day, offsetOfDay(day));
    }
    return offsets.get(day) ?? exact(ms);
  };
}
