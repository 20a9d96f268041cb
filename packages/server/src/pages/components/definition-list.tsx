import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** A term and its meaning. */
export type Definition = { readonly term: Child; readonly details: Child };

/** Terms with their meanings. @param props `hasLongTerms` for whole questions instead of words */
export function DefinitionList({
  items,
  hasLongTerms = false,
}: {
  readonly items: readonly Definition[];
  readonly hasLongTerms?: boolean;
}): JSX.Element {
  return (
    <dl class={hasLongTerms ? "definitions definitions-long" : "definitions"}>
      {items.map(({ term, details }) => (
        <div>
          <dt>{term}</dt>
          <dd>{details}</dd>
        </div>
      ))}
    </dl>
  );
}
