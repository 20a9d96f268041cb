import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** A term and what it stands for. */
export type Definition = { readonly term: Child; readonly details: Child };

/** Terms with what they stand for. */
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
