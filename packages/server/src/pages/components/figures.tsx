import type { JSX } from "hono/jsx/jsx-runtime";
import type { Definition } from "./definition-list.tsx";

/** Numbers that are read at a glance, each below what it is. */
export function Figures({ items }: { readonly items: readonly Definition[] }): JSX.Element {
  return (
    <dl class="figures">
      {items.map(({ term, details }) => (
        <div>
          <dt>{term}</dt>
          <dd>{details}</dd>
        </div>
      ))}
    </dl>
  );
}
