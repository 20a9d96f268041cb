import { FaultyPostgres, type PostgresFault } from "./postgres/faulty-postgres.ts";
import { isOnPostgres } from "./postgres/postgres-databases.ts";
import { FaultySqlite, type SqliteFault } from "./faulty-sqlite.ts";

/** What can go wrong on either engine. */
export type StoreFault = SqliteFault & PostgresFault;

/** What can go wrong on the way to a database server, and has no counterpart in a file. */
export type LostConnection = Exclude<PostgresFault, SqliteFault>;

/** Makes statements fail on demand, until the test is finished. */
export interface FaultyStore {
  /** Lets the statement with this number, counted from 1, fail; with `lasting`, all after it too. */
  failAt(number: number, fault: StoreFault | LostConnection, options?: { readonly lasting?: boolean }): void;
  /** Lets everything succeed again. @returns how many statements there were since the last call of `failAt` or `heal` */
  heal(): number;
}

/** The connections that can be lost on the engine that this project of tests is for. */
export const lostConnections: readonly LostConnection[] = isOnPostgres()
  ? ["a server that shuts down", "a connection that breaks"]
  : [];

/** Takes hold of every connection that this process has or will have to a database. */
export function makeFaultyStore(): FaultyStore {
  return isOnPostgres() ? new FaultyPostgres() : new FaultySqlite();
}
