import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** A part of a page on which somebody decides something. */
export function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: Child;
}): JSX.Element {
  return (
    <section class="part">
      <h2>{title}</h2>
      <div class="part-body">{children}</div>
    </section>
  );
}
