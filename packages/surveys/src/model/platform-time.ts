const dayMs = 86_400_000;
const cachedDays = 4096;
const cachedClocks = 64;
const earliest = Date.parse("0001-01-02T00:00:00Z");
const latest = Date.parse("9999-12-30T00:00:00Z");
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

/** The zones that were asked for last. */
const zones = new Map<string, PlatformZone>();
const cachedZones = 16;

/**
 * The zone that answers are written in. It remembers the offset of each day that it was asked for, which makes formatting
 * plain arithmetic. The zones of some readers are kept, so that a page does not ask for a month of offsets again.
 *
 * @param name IANA time zone name
 * @throws RangeError when the runtime knows no such zone
 * @example
 * const zone = platformZone("Asia/Shanghai");
 * zone.format(0); // "1970-01-01 08:00:00"
 */
export function platformZone(name: string): PlatformZone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const made = makeZone(name);
  if (zones.size >= cachedZones) zones.clear();
  zones.set(name, made);
  return made;
}

function makeZone(name: string): PlatformZone {
  const offsetAt = cachedOffset(exactOffset(name));
  const format = (ms: number | null): string =>
    ms === null ? "" : wallText(ms + offsetAt(checkedInstant(ms)));
  const parse = (text: string): number | undefined => {
    const wall = parseWallTime(text);
    if (wall === undefined) return undefined;
    // No zone is a day or more away from UTC, so one of these two offsets is the one in force.
    const candidates = [wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)];
    const shown = candidates.filter((ms) => isInstant(ms) && ms + offsetAt(ms) === wall);
    return shown.length === 0 ? undefined : Math.min(...shown);
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

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
/** What is between the date and the seconds, for each minute of a day: a text of few pieces costs less to join, and leaves less garbage. */
const minutes = Array.from(
  { length: 1440 },
  (_, minute) => ` ${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:`,
);
const dates = new Map<number, string>();

/** Writes a wall-clock time. Four times for each survey answered, so dates are remembered and the rest looked up. */
function wallText(wallMs: number): string {
  const day = Math.floor(wallMs / dayMs);
  const second = Math.floor((wallMs - day * dayMs) / 1000);
  const minute = Math.floor(second / 60);
  return `${dateText(day)}${minutes[minute]}${twoDigits[second % 60]}`;
}

function dateText(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * dayMs).toISOString().slice(0, 10);
  if (dates.size >= cachedDays) dates.clear();
  dates.set(day, text);
  return text;
}

/** Whether {@link PlatformZone.format} can write a moment, ms UTC. */
export function isInstant(ms: number): boolean {
  return ms >= earliest && ms <= latest;
}

function checkedInstant(ms: number): number {
  if (isInstant(ms)) return ms;
  throw new RangeError(`not a time between the years 1 and 9999: ${ms}`);
}

type Offset = (ms: number) => number;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a millisecond; the few that a process needs are kept. */
function clockOf(name: string): Intl.DateTimeFormat {
  const known = clocks.get(name);
  if (known !== undefined) return known;
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
  if (clocks.size >= cachedClocks) clocks.clear();
  clocks.set(name, clock);
  return clock;
}

/** Asks the runtime's time zone data; exact and slow (microseconds). */
function exactOffset(name: string): Offset {
  const clock = clockOf(name);
  return (ms) => {
    const parts = new Map(clock.formatToParts(ms).map((part) => [part.type, part.value]));
    const of = (type: Intl.DateTimeFormatPartTypes): string => (parts.get(type) ?? "").padStart(2, "0");
    const date = `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}`;
    const wall = Date.parse(`${date}T${of("hour")}:${of("minute")}:${of("second")}Z`);
    return wall - Math.floor(ms / 1000) * 1000;
  };
}

/** The offset over one day UTC: it is `before` until the moment `changesAt`, and `after` from then on. */
interface DayOffset {
  readonly before: number;
  readonly after: number;
  readonly changesAt: number;
}

/** Remembers each day that was asked for; no zone changes its offset twice in one day. */
function cachedOffset(exact: Offset): Offset {
  const days = new Map<number, DayOffset>();
  return (ms) => {
    const day = Math.floor(ms / dayMs);
    let offset = days.get(day);
    if (offset === undefined) {
      if (days.size >= cachedDays) days.clear();
      offset = dayOffset(exact, day * dayMs);
      days.set(day, offset);
    }
    return ms < offset.changesAt ? offset.before : offset.after;
  };
}

function dayOffset(exact: Offset, start: number): DayOffset {
  const before = exact(start);
  const after = exact(start + dayMs);
  return { before, after, changesAt: before === after ? start : changeBetween(exact, start, start + dayMs) };
}

/** Halves the span until one millisecond is left: the first with the later offset. */
function changeBetween(exact: Offset, start: number, end: number): number {
  const before = exact(start);
  let [last, first] = [start, end];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (exact(middle) === before) last = middle;
    else first = middle;
  }
  return first;
}
