import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";

/** A point in time and how to write it. */
export type MomentProps = {
  /** Milliseconds since 1970 in UTC. */
  readonly at: number;
  /** An IANA zone such as `Asia/Shanghai`. */
  readonly timeZone: string;
  readonly language: Language;
  /** Whether seconds are shown, where several things happen within a minute. */
  readonly seconds?: boolean;
};

/** A point in time in the reader's language and a given zone, and for machines in UTC. */
export function Moment({ at, timeZone, language, seconds = false }: MomentProps): JSX.Element {
  const format = formatOf(language, timeZone, seconds ? "medium" : "short");
  return <time datetime={new Date(at).toISOString()}>{format.format(at)}</time>;
}

/** Making one costs more than all the rest of a row. There are no more than languages, styles and IANA zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: Language, timeZone: string, timeStyle: "short" | "medium"): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${timeStyle}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle, timeZone });
  formats.set(key, made);
  return made;
}
