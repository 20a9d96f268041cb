import type { Database, DatabaseOptions } from "./database.ts";
import { InvalidDatabaseAddressError } from "./errors.ts";
import { openSqlite } from "./sqlite-database.ts";

/**
 * Opens the database that an address names.
 *
 * @throws `InvalidDatabaseAddressError`, `DatabaseUnavailableError`
 */
export function openDatabase<Schema>(options: DatabaseOptions): Database<Schema> {
  const path = /^sqlite:(.+)$/s.exec(options.address)?.[1];
  // A database in memory could not have a second connection that reads only what is committed.
  if (path === undefined || path === ":memory:") {
    throw new InvalidDatabaseAddressError(
      "The database address must be sqlite: and a file path, for example sqlite:./data/platform.db",
    );
  }
  return openSqlite<Schema>(path, options.clock ?? Date.now);
}
