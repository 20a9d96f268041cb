import { TableCell, TableHead, type TableColumn } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** What a table shows. */
interface DataTableProps {
  readonly label: string;
  readonly columns: readonly Omit<TableColumn, "isRowHeader">[];
  /** The cells of each row; the first one names it. */
  readonly rows: readonly (readonly Child[])[];
}

/**
 * A table of the status page. It has few rows and columns; that of the server's pages, of the same parts, renders long lists in turns
 * and scrolls when its columns are many.
 */
export function DataTable({ label, columns, rows }: DataTableProps): JSX.Element {
  return (
    <table class="table" role="table" aria-label={label}>
      <TableHead columns={columns} />
      <tbody role="rowgroup">
        {rows.map((cells) => (
          <tr role="row">
            {columns.map((column, at) => (
              <TableCell column={{ ...column, isRowHeader: at === 0 }}>{cells[at]}</TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
