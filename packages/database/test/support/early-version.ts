import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { type Database, executeStatements, openDatabase } from "../../src/index.ts";
import { schemaOf } from "./schema-of.ts";
import { makeTestDatabase } from "./test-database.ts";

/** Fills an empty database with what an early version made: the file of its engine in the folder, and `rows.sql`. */
export async function makeEarlyVersion<Schema>(database: Database<Schema>, folder: string): Promise<void> {
  const fileOf = (name: string) => readFileSync(join(folder, `${name}.sql`), "utf8");
  await database.write(async ({ kysely }) => {
    await executeStatements(kysely, fileOf(database.engine));
    await executeStatements(kysely, fileOf("rows"));
  });
}

/** Opens an empty database, which is closed when the test is finished. */
export async function openEmpty<Schema>(): Promise<Database<Schema>> {
  const database = openDatabase<Schema>({ address: await makeTestDatabase() });
  onTestFinished(() => database.close());
  return database;
}

/** Opens a database of an early version; see {@link makeEarlyVersion}. */
export async function openEarlyVersion<Schema>(folder: string): Promise<Database<Schema>> {
  const database = await openEmpty<Schema>();
  await makeEarlyVersion(database, folder);
  return database;
}

/** The schema of a database, and every row of it with the name of its table. */
export async function everythingIn<Schema>(database: Database<Schema>): Promise<readonly string[]> {
  const { kysely } = database.reader;
  const tables = await kysely.introspection.getTables();
  const contents = tables.map(async ({ name }) => {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(kysely);
    return rows.map((row) => `${name} ${JSON.stringify(row)}`);
  });
  const rows = (await Promise.all(contents)).flat();
  return [...(await schemaOf(database)), ...rows.toSorted()];
}

/** The names of the migrations that a database records. */
export async function recordedMigrations<Schema>({ reader }: Database<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{
    readonly name: string;
  }>`select name from kysely_migration order by name`.execute(reader.kysely);
  return rows.map(({ name }) => name);
}

/** Removes a migration from the record. */
export async function forgetMigration<Schema>(database: Database<Schema>, name: string): Promise<void> {
  await database.write(async ({ kysely }) => {
    await sql`delete from kysely_migration where name = ${name}`.execute(kysely);
  });
}
