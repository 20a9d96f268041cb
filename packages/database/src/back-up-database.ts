import { randomUUID } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { BackupError } from "./errors.ts";
import { copySqlite, makeFolderOf, nameFinally, sqlitePathOf } from "./sqlite-copy.ts";

/** A finished backup. */
export interface Backup {
  /** The database file that was copied. */
  readonly source: string;
  readonly bytes: number;
}

/**
 * Makes a backup of a SQLite database, also while servers use it. It contains every write that was confirmed before.
 * The file appears under its name only when it is complete, checked and synced; only this user can read it.
 *
 * @param file must not exist: no file is overwritten
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
