import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";

/** How exactly a point in time is written. */
type Precision = keyof typeof styles;

/** A point in time and how to write it. */
export type MomentProps = {
  /** Milliseconds since 1970 in UTC. */
  readonly at: number;
  /** An IANA zone such as `Asia/Shanghai`. */
  readonly timeZone: string;
  readonly language: Language;
  /** Default "minute". Seconds are for where several things happen within a minute. */
  readonly precision?: Precision;
};

const styles = {
  month: { year: "numeric", month: "long" },
  day: { dateStyle: "medium" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  second: { dateStyle: "medium", timeStyle: "medium" },
} as const;

/** A point in time in the reader's language and a given zone, and for machines in UTC. */
export function Moment({ at, timeZone, language, precision = "minute" }: MomentProps): JSX.Element {
  const format = formatOf(language, timeZone, precision);
  return <time datetime={new Date(at).toISOString()}>{format.format(at)}</time>;
}

/** Making one costs more than all the rest of a row, in memory outside the heap too. */
const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 64;

function formatOf(language: Language, timeZone: string, precision: Precision): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${precision}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language, { ...styles[precision], timeZone });
  if (formats.size >= mostFormats) formats.clear();
  formats.set(key, made);
  return made;
}
