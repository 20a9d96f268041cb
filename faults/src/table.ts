/** The results of a run, one row for each thing that was done. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A table as Markdown with aligned columns, so that it reads the same at a terminal and in a document. */
export function formatTable({ columns, rows }: Table): string {
  const lines = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const format = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  const [head = [], ...body] = lines;
  return [format(head), format(widths.map((width) => "-".repeat(width))), ...body.map(format)].join("\n");
}
