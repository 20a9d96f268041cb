import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** What the parts of a table know of one of its columns. */
export interface TableColumn {
  readonly header: string;
  /** Whether the column names the row; one column of a table does. */
  readonly isRowHeader?: boolean;
  readonly isNumber?: boolean;
}

/*
 * A table turns into a list of cards where it would be too wide. The roles are written out because browsers drop those of a
 * table whose `display` is changed.
 */

/** The headers of a table. */
export function TableHead({ columns }: { readonly columns: readonly TableColumn[] }): JSX.Element {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ header, isNumber = false }) => (
          <th role="columnheader" scope="col" class={isNumber ? "number" : undefined}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** One cell of a row, with the header of its column for the cards. */
export function TableCell({
  column: { header, isRowHeader = false, isNumber = false },
  children,
}: {
  readonly column: TableColumn;
  readonly children: Child;
}): JSX.Element {
  return isRowHeader ? (
    <th role="rowheader" scope="row" data-label={header}>
      <div>{children}</div>
    </th>
  ) : (
    <td role="cell" data-label={header} class={isNumber ? "number" : undefined}>
      <div>{children}</div>
    </td>
  );
}
