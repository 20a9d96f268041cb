import type { Question } from "./question.ts";

/** A cell of a matrix of texts. */
export interface MatrixCell {
  /** See {@link cellId}. */
  readonly id: string;
  readonly rowId: string;
  readonly columnId: string;
  /** What its row and its column say. */
  readonly row: string;
  readonly column: string;
}

/** By what answers and conditions name a cell: `row/column`. No id has a slash. */
export function cellId(rowId: string, columnId: string): string {
  return `${rowId}/${columnId}`;
}

/** The cells of a matrix, row by row. */
export function matrixCells({
  subTitles,
  options,
}: Pick<Question, "subTitles" | "options">): readonly MatrixCell[] {
  return subTitles.flatMap((row) =>
    options.map((column) => ({
      id: cellId(row.id, column.id),
      rowId: row.id,
      columnId: column.id,
      row: row.text,
      column: column.text,
    })),
  );
}

/** The ids in the id of a cell; any other id is alone. */
export function idsInCell(id: string): readonly string[] {
  return id.split("/");
}
