import type { JSX } from "hono/jsx/jsx-runtime";

/** A moment in UTC, in milliseconds since 1970. */
export function Moment({ at }: { readonly at: number }): JSX.Element {
  return (
    <time class="time" datetime={new Date(at).toISOString()}>
      {momentText(at)}
    </time>
  );
}

/** A moment in UTC, to the second and the same in every language, so that it can be compared with a log. */
export function momentText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}
