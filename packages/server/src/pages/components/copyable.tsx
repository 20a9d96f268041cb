import type { JSX } from "hono/jsx/jsx-runtime";

/** A value to copy: one click or tap selects all of it, without a script. */
export function Copyable({ value }: { readonly value: string }): JSX.Element {
  return (
    <code class="copyable" translate="no">
      {value}
    </code>
  );
}
