import type { Database } from "@survey-open-platform/database";
import { platformZone } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import type { Sample } from "../../../database/test/support/sample.ts";
import { openTestDatabase } from "../../../database/test/support/test-database.ts";
import { openPlatformDatabase } from "../../src/platform.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { createStore, type Store } from "../../src/store/store.ts";
import { readEach, tablesOf } from "../support/database-contents.ts";

/** A migrated database of one test. */
export interface TemporaryDatabase {
  readonly database: Database<Schema>;
  readonly store: Store;
  /** Every row of every table, the numbering of ids included, as text. */
  readonly contents: () => Promise<string>;
  /** The rows of one table, in the order of their first columns. */
  readonly rows: (table: keyof Schema) => Promise<readonly Record<string, unknown>[]>;
}

const policy = {
  authorizationCodeSeconds: 300,
  userAccessTokenSeconds: 259_200,
  bearerTokenSeconds: 3600,
  refreshTokenSeconds: 2_592_000,
  teamAccessTokenSeconds: 7200,
  tokenRequests: { perMinute: 60, burst: 20 },
  failedSecrets: { perMinute: 10, burst: 10 },
} as const;

const migrated: Sample = {
  subject: "migrated, and nothing in it",
  async fill(address) {
    const database = await openPlatformDatabase({ database: address }, Date.now);
    await database.close();
  },
};

/**
 * Makes a database that is gone when the test is finished. Its clock moves each time it is asked, so that
 * no write goes unseen.
 */
export async function temporaryDatabase(): Promise<TemporaryDatabase> {
  let now = Date.parse("2026-11-01T00:00:00Z");
  const { database } = await openTestDatabase<Schema>(migrated, () => (now += 10));
  return {
    database,
    store: createStore(database, { ...policy, zone: platformZone("Asia/Shanghai") }),
    contents: () => contentsOf(database),
    rows: (table) => rowsOf(database, table),
  };
}

async function rowsOf(
  { reader: { kysely } }: Database<Schema>,
  table: string,
): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} order by 1, 2`.execute(kysely);
  return rows;
}

async function contentsOf(database: Database<Schema>): Promise<string> {
  const tables = await readEach(database, await tablesOf(database));
  const parts = tables.map(({ name, rows }) =>
    [name, ...rows.map((row) => JSON.stringify(row)).toSorted()].join("\n"),
  );
  return [...parts.toSorted(), JSON.stringify(await numbering(database))].join("\n\n");
}

/** Up to which number the ids of each table are given out. On PostgreSQL a number is gone also when nothing came of it. */
async function numbering({ engine, reader }: Database<Schema>): Promise<readonly unknown[]> {
  if (engine === "postgres") return [];
  const { rows } = await sql`select name, seq from sqlite_sequence order by name`.execute(reader.kysely);
  return rows;
}
