import type { JSX } from "hono/jsx/jsx-runtime";
import { dateTimeFormat, type Language } from "@survey-open-platform/service";

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
  const format = dateTimeFormat(language, { ...styles[precision], timeZone });
  return <time datetime={new Date(at).toISOString()}>{format.format(at)}</time>;
}
