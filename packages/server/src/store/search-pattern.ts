import { sql, type RawBuilder } from "kysely";

/** Whether one of the columns contains a text. Upper and lower case are the same, and signs of a pattern are taken literally. */
export function contains(search: string, columns: readonly string[]): RawBuilder<boolean> {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const matches = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}
