import { accessSync, constants, existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { InvalidDatabaseAddressError } from "./errors.ts";
import { inspectPostgres } from "./inspect-postgres.ts";
import { isPostgresAddress } from "./postgres-address.ts";

/** What can be told of a database by looking at it, without making or migrating anything. */
export type DatabaseCondition =
  | { readonly state: "in memory" }
  | { readonly state: "missing"; readonly path: string }
  | {
      readonly state: "unusable";
      /** The file, or the server and the database's name there. */
      readonly place: string;
      readonly reason: string;
    }
  | UsableDatabase;

/** A database that can be read. */
export interface UsableDatabase {
  readonly state: "usable";
  readonly place: string;
  /** The file of an embedded database. */
  readonly path: string | undefined;
  /** Undefined when it can be written to. */
  readonly writeProblem: string | undefined;
  /** What the engine's own check of the file complains about. */
  readonly damages: readonly string[];
  readonly tables: readonly string[];
  /** Names of the migrations that were applied. */
  readonly migrations: readonly string[];
}

const lockTimeoutMilliseconds = 2000;
const listedDamages = 10;

/**
 * Looks at the database that an address names. Reading all of it takes a moment when it is large.
 *
 * @throws `InvalidDatabaseAddressError`
 */
export async function inspectDatabase(address: string): Promise<DatabaseCondition> {
  if (isPostgresAddress(address)) return inspectPostgres(address);
  const path = /^sqlite:(.+)$/s.exec(address)?.[1];
  if (path === undefined) throw new InvalidDatabaseAddressError("The address is not one of a database");
  if (path === ":memory:") return { state: "in memory" };
  if (!existsSync(path)) return { state: "missing", path };
  try {
    using database = new DatabaseSync(path, {
      readOnly: !isWritable(path),
      timeout: lockTimeoutMilliseconds,
    });
    return { state: "usable", place: path, path, ...conditionOf(database) };
  } catch (error) {
    return { state: "unusable", place: path, reason: messageOf(error) };
  }
}

function conditionOf(database: DatabaseSync) {
  const damages = texts(database, `pragma quick_check(${listedDamages})`).filter((line) => line !== "ok");
  const tables = texts(database, "select name from sqlite_master where type = 'table' order by name");
  return {
    writeProblem: writeProblemOf(database),
    damages,
    tables,
    migrations: tables.includes("kysely_migration")
      ? texts(database, "select name from kysely_migration order by name")
      : [],
  };
}

/** Takes the lock of a writer, and gives it back without having written. */
function writeProblemOf(database: DatabaseSync): string | undefined {
  try {
    database.exec("begin immediate");
    database.exec("rollback");
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The first column of each row. */
function texts(database: DatabaseSync, query: string): readonly string[] {
  return database
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
