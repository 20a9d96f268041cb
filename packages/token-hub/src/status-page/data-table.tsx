import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** What a table shows. */
interface DataTableProps {
  readonly label: string;
  readonly columns: readonly { readonly says: string; readonly isNumber?: boolean }[];
  /** The cells of each row; the first one names it. */
  readonly rows: readonly (readonly Child[])[];
}

/**
 * A table that turns into a list of cards where it would be too wide. The roles are written out because browsers drop those of a table
 * whose `display` is changed.
 */
export function DataTable({ label, columns, rows }: DataTableProps): JSX.Element {
  return (
    <table class="table" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ says, isNumber = false }) => (
            <th role="columnheader" scope="col" class={isNumber ? "number" : undefined}>
              {says}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((cells) => (
          <tr role="row">
            {columns.map(({ says, isNumber = false }, at) =>
              at === 0 ? (
                <th role="rowheader" scope="row" data-label={says}>
                  <div>{cells[at]}</div>
                </th>
              ) : (
                <td role="cell" data-label={says} class={isNumber ? "number" : undefined}>
                  <div>{cells[at]}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
