import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema.ts";
import { createStore, type Store } from "../../src/store/store.ts";

/** A migrated database in a file of its own. */
export interface TemporaryDatabase {
  readonly database: Database<Schema>;
  readonly store: Store;
  /** Every row of every table, the numbering of ids included, as text. */
  readonly contents: () => Promise<string>;
  /** The rows of one table. */
  readonly rows: (table: keyof Schema) => Promise<readonly Record<string, unknown>[]>;
}

const policy = {
  authorizationCodeSeconds: 300,
  userAccessTokenSeconds: 259_200,
  refreshTokenSeconds: 2_592_000,
  teamAccessTokenSeconds: 7200,
  tokenRequests: { perMinute: 60, burst: 20 },
  failedSecrets: { perMinute: 10, burst: 10 },
} as const;

/**
 * Makes a database that is gone when the test is finished. Its clock moves each time it is asked, so that
 * no write goes unseen.
 */
export async function temporaryDatabase(): Promise<TemporaryDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "sop-apply-"));
  let now = Date.parse("2026-11-01T00:00:00Z");
  const clock = () => (now += 10);
  const database = openDatabase<Schema>({ address: `sqlite:${join(folder, "platform.db")}`, clock });
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await database.migrate(migrations);
  return {
    database,
    store: createStore(database, policy),
    contents: () => contentsOf(database),
    rows: (table) => rowsOf(database, table),
  };
}

async function rowsOf(
  { reader: { kysely } }: Database<Schema>,
  table: string,
): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(kysely);
  return rows;
}

async function contentsOf(database: Database<Schema>): Promise<string> {
  const tables = await database.reader.kysely.introspection.getTables();
  const names = [...tables.map(({ name }) => name), "sqlite_sequence"].toSorted();
  const parts = await Promise.all(
    names.map(async (name) => {
      const rows = await rowsOf(database, name);
      return [name, ...rows.map((row) => JSON.stringify(row)).toSorted()].join("\n");
    }),
  );
  return parts.join("\n\n");
}
