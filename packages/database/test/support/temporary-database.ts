import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDatabase, type Database } from "../../src/index.ts";

/** The one table of these tests. */
export interface Notes {
  readonly notes: { readonly id: number; readonly text: string };
}

/** A path in a directory that is gone when the test is finished. */
export function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "database-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, "test.db");
}

/** Opens a database with the table `notes`. */
export async function openNotes(path = temporaryFile(), clock?: () => number): Promise<Database<Notes>> {
  const database = openDatabase<Notes>({ address: `sqlite:${path}`, ...(clock && { clock }) });
  onTestFinished(() => database.close());
  await database.migrate({
    "0001": {
      up: (db) =>
        db.schema
          .createTable("notes")
          .addColumn("id", "integer", (column) => column.primaryKey())
          .addColumn("text", "text", (column) => column.notNull())
          .execute(),
    },
  });
  return database;
}

/** The ids that a reader sees. */
export async function idsIn(database: Database<Notes>): Promise<readonly number[]> {
  const rows = await database.reader.kysely.selectFrom("notes").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** A piece of work that adds one note. */
export function addNote(database: Database<Notes>, id: number): Promise<number> {
  return database.write(async (transaction) => {
    await transaction.kysely.insertInto("notes").values({ id, text: "" }).execute();
    return id;
  });
}
