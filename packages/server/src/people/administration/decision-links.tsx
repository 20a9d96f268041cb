import type { JSX } from "hono/jsx/jsx-runtime";

/** What leads to the page of a decision. */
export type DecisionLink = { readonly href: string; readonly label: string };

/** The decisions that an administrator can take about what a page shows. */
export function DecisionLinks({ links }: { readonly links: readonly DecisionLink[] }): JSX.Element {
  return (
    <div class="actions">
      {links.map(({ href, label }) => (
        <a class="button button-quiet" href={href}>
          {label}
        </a>
      ))}
    </div>
  );
}
