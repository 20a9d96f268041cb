import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** A table that scrolls sideways by itself where it is too wide, with the keyboard too. */
export function ScrolledTable({
  label,
  columns,
  children,
}: {
  readonly label: string;
  readonly columns: readonly { readonly says: string; readonly isNumber?: boolean }[];
  readonly children?: Child;
}): JSX.Element {
  return (
    <div class="scroll" role="region" aria-label={label} tabindex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ says, isNumber = false }) => (
              <th scope="col" class={isNumber ? "number" : undefined}>
                {says}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
