import { DatabaseSync } from "node:sqlite";
import { openDatabase } from "@survey-open-platform/database";
import { migrations } from "../src/store/migrations/migrations.ts";
import { seededTables, type SeededData, type SeededTable } from "./seeded-data.ts";

/** The last migration that {@link seededTables} follows. */
const lastMigration = "0050-standard-face";
const rowsPerInsert = 200;

/** Makes and fills a database. The releases under measurement apply their further migrations when they start. */
export async function seed(file: string, data: SeededData): Promise<void> {
  const database = openDatabase<object>({ address: `sqlite:${file}`, patience: 100 });
  const followed = Object.entries(migrations).filter(([name]) => name <= lastMigration);
  await database.migrate(Object.fromEntries(followed));
  await database.close();
  fill(file, data);
}

/** The file is new and lost if this is interrupted: nothing needs to be synced or rolled back. */
function fill(file: string, data: SeededData): void {
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
