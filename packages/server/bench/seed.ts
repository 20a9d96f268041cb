import { DatabaseSync } from "node:sqlite";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { sql } from "kysely";
import { migrations } from "../src/store/migrations/migrations.ts";
import { seededTables, type SeededData, type SeededTable } from "./seeded-data.ts";

/** The last migration that {@link seededTables} follows. */
const lastMigration = "0050-standard-face";
const rowsPerInsert = 200;

/** Fills a new database. The releases under measurement apply their further migrations when they start. */
export async function seed(address: string, data: SeededData): Promise<void> {
  const database = openDatabase<AnySchema>({ address, patience: 100 });
  const { engine } = database;
  try {
    const followed = Object.entries(migrations).filter(([name]) => name <= lastMigration);
    await database.migrate(Object.fromEntries(followed));
    if (engine === "postgres") await fillPostgres(database, data);
  } finally {
    await database.close();
  }
  if (engine === "sqlite") fillFile(address.replace(/^sqlite:/, ""), data);
}

type AnySchema = Record<string, Record<string, unknown>>;

async function fillPostgres(database: Database<AnySchema>, data: SeededData): Promise<void> {
  for (const seeded of seededTables(data, Date.now())) await insertThrough(database, seeded);
  await sql`analyze`.execute(database.reader.kysely);
}

async function insertThrough(
  database: Database<AnySchema>,
  { table, columns, rows }: SeededTable,
): Promise<void> {
  for (const chunk of chunks(rows())) {
    const values = chunk.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
    await database.write(({ kysely }) => kysely.insertInto(table).values(values).execute());
  }
}

/** The file is new and lost if this is interrupted: nothing needs to be synced or rolled back. */
function fillFile(file: string, data: SeededData): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -2000000");
  database.exec("begin");
  for (const seeded of seededTables(data, Date.now())) insertInto(database, seeded);
  database.exec("commit");
  database.close();
}

function insertInto(database: DatabaseSync, { table, columns, rows }: SeededTable): void {
  const row = `(${columns.map(() => "?").join()})`;
  const statement = (count: number) =>
    database.prepare(`insert into ${table} (${columns.join()}) values ${Array(count).fill(row).join()}`);
  const many = statement(rowsPerInsert);
  for (const chunk of chunks(rows())) {
    const insert = chunk.length === rowsPerInsert ? many : statement(chunk.length);
    insert.run(...chunk.flat());
  }
}

function* chunks<Row>(rows: Iterable<Row>): Iterable<readonly Row[]> {
  let chunk: Row[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < rowsPerInsert) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
