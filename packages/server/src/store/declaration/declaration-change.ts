/** What applying a declaration changed in one entry. */
export type Change = "created" | "updated" | "unchanged";

/** An entry after it was declared. */
export interface Saved {
  readonly id: number;
  readonly change: Change;
}

/** Columns of a row as declared; `undefined` for one that the declaration leaves as it is. */
export type Declared<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

/** The declared columns whose value differs from that of the row. */
export function changedColumns<Row extends object>(row: Row, declared: Declared<Row>): Partial<Row> {
  const changed = Object.entries(declared).filter(
    ([column, value]) => value !== undefined && value !== Reflect.get(row, column),
  );
  // Entries of a `Declared<Row>` that are not undefined.
  return Object.fromEntries(changed) as Partial<Row>;
}

/** The declared columns. */
export function definedColumns<Columns extends object>(
  declared: Columns,
): { readonly [Column in keyof Columns]?: Exclude<Columns[Column], undefined> } {
  const defined = Object.entries(declared).filter(([, value]) => value !== undefined);
  // What is left of the columns has a value.
  return Object.fromEntries(defined) as { [Column in keyof Columns]?: Exclude<Columns[Column], undefined> };
}

export function isChanged(columns: object): boolean {
  return Object.keys(columns).length > 0;
}

/** 0 or 1 for a truth value that may be left undeclared. */
export function flag(value: boolean | undefined): 0 | 1 | undefined {
  if (value === undefined) return undefined;
  return value ? 1 : 0;
}
