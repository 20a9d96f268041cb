import { accessSync, constants, existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { DatabaseCondition } from "./database-condition.ts";
import { messageOf } from "./error-message.ts";
import { InvalidDatabaseAddressError } from "./errors.ts";
import { inspectPostgres } from "./inspect-postgres.ts";
import { isPostgresAddress } from "./postgres-address.ts";

const lockTimeoutMilliseconds = 2000;
const listedDamages = 10;

/** What an inspection does besides reading tables and migrations. */
export interface Inspection {
  /** Whether the engine checks every page of a file for damage, which takes time when it is large. */
  readonly checksPages: boolean;
}

/**
 * Inspects the database that an address names.
 *
 * @throws `InvalidDatabaseAddressError`
 */
export async function inspectDatabase(
  address: string,
  { checksPages }: Inspection = { checksPages: true },
): Promise<DatabaseCondition> {
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
    return { state: "usable", place: path, path, ...conditionOf(database, checksPages) };
  } catch (error) {
    return { state: "unusable", place: path, reason: messageOf(error) };
  }
}

function conditionOf(database: DatabaseSync, checksPages: boolean) {
  const damages = checksPages ? damagesOf(database) : [];
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

function damagesOf(database: DatabaseSync): readonly string[] {
  return texts(database, `pragma quick_check(${listedDamages})`).filter((line) => line !== "ok");
}

/** Takes the writer's lock and releases it without writing. */
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
