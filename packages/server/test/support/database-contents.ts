import { prepareQuery, type Database, type PreparedQuery } from "@survey-open-platform/database";
import { sql } from "kysely";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Every row of every table, so that a test can say that nothing has changed. */
export type DatabaseContents = Readonly<Record<string, readonly unknown[]>>;

/** Counting attempts is the one thing that a refused request may leave behind, and an entry that there was one. */
const counters: ReadonlySet<string> = new Set([
  "rate_limits",
  "sign_in_delays",
  "installation_keys",
  // It says no more than the audit log itself.
  "audit_chain",
]);

const refusals = /^\{.*"action":"(?:sign_in\.refused|address\.throttled)"/;

/** When and from where a session was last used: a page notes it, served or refused. */
const noted = ["last_seen_at", "network"] as const;

/** Reads the whole database but for what counts attempts. The rows of a table come in an order that says nothing. */
export async function databaseContents({ database }: TestPlatform): Promise<DatabaseContents> {
  const tables = (await tablesOf(database)).filter((name) => !counters.has(name));
  const contents = isOnPostgres() ? await readAtOnce(database, tables) : await readEach(database, tables);
  return Object.fromEntries(contents.map((table) => [table.name, sortedByText(keptRows(table))]));
}

/** A table and all that is in it. */
export interface TableContents {
  readonly name: string;
  readonly rows: readonly object[];
}

/** Reads tables one by one. Their rows come in any order. */
export async function readEach(
  { reader }: Database<Schema>,
  tables: readonly string[],
): Promise<readonly TableContents[]> {
  const contents = tables.map(async (name) => {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(reader.kysely);
    return { name, rows };
  });
  return await Promise.all(contents);
}

/** With a server in between, one query for each table takes several times as long. */
async function readAtOnce(
  database: Database<Schema>,
  tables: readonly string[],
): Promise<readonly TableContents[]> {
  const read = await database.reader.run(allTables(database, tables), {});
  return read.map(({ name, rows }) => ({ name, rows: rows ?? [] }));
}

interface TableAsJson {
  readonly name: string;
  readonly rows: object[] | null;
}

/** Planning a query of so many tables takes longer than reading them. */
const preparedReads = new WeakMap<Database<Schema>, PreparedQuery<Schema, object, TableAsJson>>();

function allTables(
  database: Database<Schema>,
  tables: readonly string[],
): PreparedQuery<Schema, object, TableAsJson> {
  const prepared =
    preparedReads.get(database) ??
    prepareQuery<Schema, object>()((db) => db.selectFrom(unionOf(tables)).selectAll());
  preparedReads.set(database, prepared);
  return prepared;
}

function unionOf(tables: readonly string[]) {
  const selects = tables.map((name) => {
    const rows = sql`(select json_agg(one_row) from ${sql.table(name)} one_row)`;
    return sql`select ${sql.lit(name)} as name, ${rows} as rows`;
  });
  return sql<TableAsJson>`(${sql.join(selects, sql` union all `)})`.as("all_tables");
}

function keptRows({ name, rows }: TableContents): readonly object[] {
  return name === "sessions" ? rows.map(withoutNoted) : rows.filter((row) => !isRefusal(name, row));
}

/** By engine. Asking for them takes longer than reading them, and all databases here have the same: no test makes one. */
const knownTables = new Map<string, readonly string[]>();

/** The names of all tables. */
export async function tablesOf({ engine, reader }: Database<Schema>): Promise<readonly string[]> {
  const known = knownTables.get(engine);
  if (known !== undefined) return known;
  const tables = await reader.kysely.introspection.getTables();
  const names = tables.map(({ name }) => name);
  knownTables.set(engine, names);
  return names;
}

/** How many rows a table has. */
export async function countRows(platform: TestPlatform, table: string): Promise<number> {
  return (await databaseContents(platform))[table]?.length ?? Number.NaN;
}

function withoutNoted(session: object): object {
  return Object.fromEntries(
    Object.entries(session).filter(([column]) => !noted.some((one) => one === column)),
  );
}

function isRefusal(table: string, row: object): boolean {
  return table === "audit_log" && refusals.test(JSON.stringify(row));
}

function sortedByText(rows: readonly object[]): readonly object[] {
  const named = rows.map((row) => ({ row, text: JSON.stringify(row) }));
  return named.toSorted((one, other) => (one.text < other.text ? -1 : 1)).map(({ row }) => row);
}
