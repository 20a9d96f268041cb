import { sql } from "kysely";
import type { Database } from "../../src/index.ts";

/** Everything that the schema of a database has, but for the list of migrations, as sorted lines of SQL. */
export async function schemaOf<Schema>({ engine, reader }: Database<Schema>): Promise<readonly string[]> {
  const query = engine === "sqlite" ? onSqlite : onPostgres;
  const { rows } = await query.execute(reader.kysely);
  return rows
    .map(({ line }) => withoutStyle(line))
    .filter((line) => !line.includes("kysely_migration"))
    .toSorted();
}

interface Line {
  readonly line: string;
}

/** A table has its columns in its statement, in their order. Indexes of constraints have none. */
const onSqlite = sql<Line>`select coalesce(sql, type || ' ' || name || ' on ' || tbl_name) as line from sqlite_master`;

/** Columns with the place among those of their table, constraints, indexes, triggers, functions and sequences. */
const onPostgres = sql<Line>`
  select concat_ws(' ', table_name, row_number() over (partition by table_name order by ordinal_position), column_name,
    data_type, is_nullable, column_default, identity_generation) as line
    from information_schema.columns where table_schema = current_schema()
  union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = current_schema()::regnamespace
  union all select indexdef from pg_indexes where schemaname = current_schema()
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
  union all select concat_ws(' ', sequencename, data_type, increment_by)
    from pg_sequences where schemaname = current_schema()`;

/** Without quotation marks, with single spaces, and the parts of a column in one order. */
function withoutStyle(line: string): string {
  return line
    .replaceAll('"', "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([(),]) ?/g, "$1")
    .replaceAll(/default (\S+) not null/g, "not null default $1")
    .replace(/^CREATE (TABLE|INDEX|UNIQUE INDEX|TRIGGER)/, (words) => words.toLowerCase());
}
