import type { NetConnectOpts } from "node:net";
import { onTestFinished } from "vitest";
import {
  openDatabase,
  prepareQuery,
  type Database,
  type DatabaseOptions,
  type Migrations,
} from "../../src/index.ts";
import { makePostgresDatabase } from "./postgres/postgres-databases.ts";

/** The one table of the tests of PostgreSQL. */
export interface Tallies {
  readonly tallies: { readonly name: string; readonly count: number; readonly seen_at: number };
}

/** Makes a database with the table `tallies`. @returns its address */
export async function makeTallies(names: readonly string[] = []): Promise<string> {
  const made = await makePostgresDatabase();
  onTestFinished(() => made.drop());
  const { address } = made;
  const database = openDatabase<Tallies>({ address });
  await database.migrate(tallyMigrations);
  for (const [at, name] of names.entries()) {
    await database.write(({ kysely }) =>
      kysely.insertInto("tallies").values({ name, count: at, seen_at: 0 }).execute(),
    );
  }
  await database.close();
  return address;
}

/** The schema of {@link Tallies}. */
export const tallyMigrations: Migrations = {
  "0001": {
    up: async (db) => {
      await db.schema
        .createTable("tallies")
        .addColumn("name", "text", (column) => column.primaryKey())
        .addColumn("count", "bigint", (column) => column.notNull())
        .addColumn("seen_at", "bigint", (column) => column.notNull())
        .execute();
    },
  },
};

/** Opens a database; it is closed when the test is finished. */
export function open(address: string, options: Omit<DatabaseOptions, "address"> = {}): Database<Tallies> {
  const database = openDatabase<Tallies>({ address, ...options });
  onTestFinished(() => database.close());
  return database;
}

/** Where the server of an address listens: on a socket in a folder, or on a port. */
export function placeOf(address: string): NetConnectOpts {
  const url = new URL(address);
  const folder = url.searchParams.get("host");
  const port = url.port === "" ? "5432" : url.port;
  return folder === null
    ? { host: url.hostname, port: Number(port) }
    : { path: `${folder}/.s.PGSQL.${port}` };
}

/** The address of the same database by way of another port. */
export function through(port: number, address: string): string {
  const url = new URL(address);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return url.href;
}

/** A look-up as the hot paths have them. */
export const findTally = prepareQuery<Tallies, { readonly name: string }>()((db, param) =>
  db.selectFrom("tallies").select(["name", "count"]).where("name", "=", param("name")),
);

/** Reads a count and writes one more; this is only correct under a lock. */
export function addOne(database: Database<Tallies>, name: string, locks: readonly string[]): Promise<number> {
  return database.write(
    async ({ kysely }) => {
      const { count } = await kysely
        .selectFrom("tallies")
        .select("count")
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      await kysely
        .updateTable("tallies")
        .set({ count: count + 1 })
        .where("name", "=", name)
        .execute();
      return count + 1;
    },
    { locks },
  );
}
