/**
 * The rows whose text contains every word of a search, whatever its case. It is for lists that are short by their nature and
 * read as a whole; long ones are searched by the database.
 */
export function searchRows<Row>(
  rows: readonly Row[],
  search: string,
  textOf: (row: Row) => string,
): readonly Row[] {
  const words = search.toLowerCase().split(/\s+/);
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
