import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** A term and its meaning. */
export type Definition = { readonly term: Child; readonly details: Child };

/** Terms with their meanings. */
export function DefinitionList({ items }: { readonly items: readonly Definition[] }): JSX.Element {
  return (
    <dl class="definitions">
      {items.map(({ term, details }) => (
        <div>
          <dt>{term}</dt>
          <dd>{details}</dd>
        </div>
      ))}
    </dl>
  );
}
