/** Rows with the same keys as columns of text, the keys on top. */
export function textTable(rows: readonly Readonly<Record<string, string | number | boolean>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => names.map((name) => textOf(row[name])));
  const heads = names.map((name) => name.replaceAll("_", " "));
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  return [heads, ...cells].map(line).join("\n");
}

function textOf(value: string | number | boolean | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value ?? "");
}
