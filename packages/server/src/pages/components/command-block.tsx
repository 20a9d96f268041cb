import type { JSX } from "hono/jsx/jsx-runtime";

/** Something to be copied as it is. Long lines are broken for the eye only; what is copied has no such breaks. */
export function CommandBlock({ command }: { readonly command: string }): JSX.Element {
  return (
    <pre class="command" translate="no">
      <code>{command}</code>
    </pre>
  );
}
