import { randomUUID } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { BackupError } from "./errors.ts";
import { copySqlite, makeFolderOf, nameFinally, sqlitePathOf } from "./sqlite-copy.ts";

/** A backup that was made. */
export interface Backup {
  /** The database file that it is a copy of. */
  readonly source: string;
  readonly bytes: number;
}

/**
 * Makes a backup of a SQLite database, also while servers use it: everything that was answered as done before
 * is in it. The file appears under its name once it is whole, checked and on the disk; only this user can read it.
 *
 * @param file must not exist: nothing is ever overwritten
 * @throws `InvalidDatabaseAddressError`, `BackupError`
 */
export function backUpDatabase(address: string, file: string): Backup {
  const source = sqlitePathOf(address);
  if (!existsSync(source)) throw new BackupError(`There is no database at ${source}.`);
  refuseTaken(file);
  makeFolderOf(file);
  const temporary = `${file}.${randomUUID()}.part`;
  try {
    copySqlite(source, temporary);
    nameFinally(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    refuseTaken(file);
    throw error;
  }
  return { source, bytes: statSync(file).size };
}

function refuseTaken(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} exists already. Give the backup a name of its own.`);
}
