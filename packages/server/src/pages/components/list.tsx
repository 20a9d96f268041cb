import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { type Language, TableCell, type TableColumn, TableHead } from "@survey-open-platform/service";
import { HiddenFields } from "./hidden-fields.tsx";
import { InTurns } from "./in-turns.tsx";
import { textsFor } from "../texts/texts.ts";
import { withQuery } from "../with-query.ts";

/** One column of a table. */
export type Column<Row> = TableColumn & { readonly cell: (row: Row) => Child };

/** What a table shows. */
export type DataTableProps<Row> = {
  /** What the rows are, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
};

/** How many columns always fit; a table with a column for each option of a question can have many more. */
const fittingColumns = 8;

/**
 * A table that turns into a list of cards where it would be too wide, and one of very many columns scrolls by itself, with
 * the keyboard too. The status page of the token hub has one of the same parts, for few rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>): JSX.Element {
  if (props.columns.length <= fittingColumns) return <Table {...props} />;
  return (
    <div class="scroll" role="region" aria-label={props.caption} tabindex={0}>
      <Table {...props} />
    </div>
  );
}

function Table<Row>({ caption, columns, rows }: DataTableProps<Row>): JSX.Element {
  return (
    <table class="table" role="table">
      <caption class="visually-hidden">{caption}</caption>
      <TableHead columns={columns} />
      <tbody role="rowgroup">
        <InTurns
          of={rows}
          each={(row) => (
            <tr role="row">
              {columns.map((column) => (
                <TableCell column={column}>{column.cell(row)}</TableCell>
              ))}
            </tr>
          )}
        />
      </tbody>
    </table>
  );
}

/** A search over a list: the path of the list and what is being searched for. */
export type SearchProps = {
  readonly language: Language;
  readonly path: string;
  readonly label: string;
  readonly value: string;
  readonly maxlength?: number;
  /** Other parameters of the list, which the search keeps. */
  readonly kept?: Readonly<Record<string, string>>;
};

/** A field that searches a list; it changes nothing, so it is a GET. */
export function Search({
  language,
  path,
  label,
  value,
  maxlength = 100,
  kept = {},
}: SearchProps): JSX.Element {
  const { kit } = textsFor(language);
  return (
    <form method="get" action={path} role="search" class="search">
      <HiddenFields values={kept} />
      <label for="q">{label}</label>
      <input id="q" name="q" type="search" value={value} maxlength={maxlength} autocomplete="off" />
      <button type="submit" class="button button-quiet">
        {kit.search}
      </button>
      {value === "" ? null : <a href={addressWith(path, kept)}>{kit.clearSearch}</a>}
    </form>
  );
}

/** One page of a list that is paged by key. */
export type PagerProps = {
  readonly language: Language;
  readonly path: string;
  /** The parameters that every page keeps, such as `q`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The key that this page begins after; undefined on the first page. */
  readonly after?: string | undefined;
  /** The key that the next page begins after; undefined on the last page. */
  readonly next?: string | undefined;
};

/** Links to the first and the next page; nothing where one page has everything. */
export function Pager({ language, path, parameters = {}, after, next }: PagerProps): JSX.Element | null {
  if (after === undefined && next === undefined) return null;
  const { kit } = textsFor(language);
  const kept = Object.entries(parameters).filter(([, value]) => value !== "");
  const address = (extra: Readonly<Record<string, string>>) =>
    addressWith(path, { ...Object.fromEntries(kept), ...extra });
  return (
    <nav class="pager" aria-label={kit.pages}>
      {after === undefined ? null : <a href={address({})}>{kit.firstPage}</a>}
      {next === undefined ? null : (
        <a href={address({ after: next })} rel="next">
          {kit.nextPage}
        </a>
      )}
    </nav>
  );
}

function addressWith(path: string, parameters: Readonly<Record<string, string>>): string {
  return withQuery(path, new URLSearchParams(parameters).toString());
}

/** What a list shows instead of nothing: what would be here, and what to do first. */
export function EmptyState({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: Child;
}): JSX.Element {
  return (
    <div class="card">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
