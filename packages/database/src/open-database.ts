import type { Database, DatabaseOptions } from "./database.ts";
import { InvalidDatabaseAddressError } from "./errors.ts";
import { isPostgresAddress } from "./postgres-address.ts";
import { openPostgres } from "./postgres-database.ts";
import { openSqlite } from "./sqlite-database.ts";

const usualConnections = 10;

/** The `patience` of a start or a command: how many times as long as a request it may wait for the database, which may be busy. */
export const commandPatience = 10;

/**
 * Opens the database that an address names.
 *
 * @throws `InvalidDatabaseAddressError`, `DatabaseUnavailableError`
 */
export function openDatabase<Schema>(options: DatabaseOptions): Database<Schema> {
  const { address, clock } = options;
  if (isPostgresAddress(address)) {
    return openPostgres<Schema>({
      address,
      connections: options.connections ?? usualConnections,
      gatherLookUps: options.gatherLookUps ?? true,
      clock,
      patience: options.patience ?? 1,
    });
  }
  const path = /^sqlite:(.+)$/s.exec(address)?.[1];
  // A second connection, which reads only committed data, could not open a database in memory.
  if (path === undefined || path === ":memory:") {
    throw new InvalidDatabaseAddressError(
      "The database address must be sqlite: and a file path, for example sqlite:./data/platform.db, or postgres://user:password@host:5432/name",
    );
  }
  return openSqlite<Schema>(path, { clock: clock ?? Date.now, syncsCommits: options.syncsCommits ?? true });
}
