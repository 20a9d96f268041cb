import type { JSX } from "hono/jsx/jsx-runtime";
import { momentText } from "./time-text.ts";

/** A moment in UTC, in milliseconds since 1970. */
export function Moment({ at }: { readonly at: number }): JSX.Element {
  return (
    <time class="time" datetime={new Date(at).toISOString()}>
      {momentText(at)}
    </time>
  );
}
