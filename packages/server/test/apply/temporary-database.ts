import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { sql } from "kysely";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema.ts";

/** A migrated database in a file of its own. */
export interface TemporaryDatabase extends AsyncDisposable {
  readonly database: Database<Schema>;
  /** Every row of every table, the numbering of ids included, as text. */
  readonly contents: () => Promise<string>;
}

/** Makes a database; its clock moves by a second each time it is asked, so that no write goes unseen. */
export async function temporaryDatabase(): Promise<TemporaryDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "sop-apply-"));
  let now = Date.parse("2026-11-01T00:00:00Z");
  const clock = () => (now += 1000);
  const database = openDatabase<Schema>({ address: `sqlite:${join(folder, "platform.db")}`, clock });
  await database.migrate(migrations);
  return {
    database,
    contents: () => contentsOf(database),
    [Symbol.asyncDispose]: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function contentsOf({ reader: { kysely } }: Database<Schema>): Promise<string> {
  const tables = await kysely.introspection.getTables();
  const names = [...tables.map(({ name }) => name), "sqlite_sequence"].toSorted();
  const parts = await Promise.all(
    names.map(async (name) => {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(kysely);
      return [name, ...rows.map((row) => JSON.stringify(row)).toSorted()].join("\n");
    }),
  );
  return parts.join("\n\n");
}
