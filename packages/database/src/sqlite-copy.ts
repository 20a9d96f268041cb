import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BackupError, InvalidDatabaseAddressError } from "./errors.ts";

const lockTimeoutMilliseconds = 5000;
const listedDamages = 3;

/** The file that an address names. @throws `InvalidDatabaseAddressError` when it names no SQLite file */
export function sqlitePathOf(address: string): string {
  const path = /^sqlite:(.+)$/s.exec(address)?.[1];
  if (path === undefined || path === ":memory:") {
    throw new InvalidDatabaseAddressError(
      "Only a database in a SQLite file can be copied this way. PostgreSQL brings its own tools for backups: pg_dump and continuous archiving.",
    );
  }
  return path;
}

/**
 * Copies what is committed in a SQLite file at this moment into a new file, also while others read or write it.
 * The copy contains no deleted data, and only this user can read it.
 *
 * @param copy must not exist; if anything fails, it does not exist afterwards either
 * @throws `BackupError` when the file is not a complete database
 */
export function copySqlite(path: string, copy: string): void {
  writeFileSync(copy, "", { mode: 0o600, flag: "wx" });
  try {
    using database = open(path);
    refuseDamaged(database, path);
    database.prepare("vacuum into ?").run(copy);
    using written = new DatabaseSync(copy, { readOnly: true });
    refuseDamaged(written, copy);
    syncFile(copy);
  } catch (error) {
    rmSync(copy, { force: true });
    throw isBroken(error) ? new BackupError(`${path} cannot be copied: ${error.message}.`) : error;
  }
}

/**
 * Opened for writing where that is allowed, although nothing is written: the last writable connection removes the
 * side files, while a read-only one leaves some that may not belong to the server's user.
 */
function open(path: string): DatabaseSync {
  let readOnly = false;
  try {
    accessSync(path, constants.W_OK);
  } catch {
    readOnly = true;
  }
  return new DatabaseSync(path, { readOnly, timeout: lockTimeoutMilliseconds });
}

function refuseDamaged(database: DatabaseSync, path: string): void {
  const rows = database.prepare(`pragma quick_check(${listedDamages})`).all();
  const damages = rows.map((row) => String(row["quick_check"])).filter((line) => line !== "ok");
  if (damages.length > 0) throw new BackupError(`${path} is damaged: ${damages.join("; ")}.`);
}

/** Errors of SQLite itself, as opposed to the file system or this program. */
function isBroken(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error;
}

/** Creates the folder of a file, but not its parents, so that a misspelt path is reported. */
export function makeFolderOf(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
}

/**
 * Gives a complete file its final name, which must be free. The name is claimed first, so that only one of two
 * processes gets it.
 *
 * @throws an error with the code EEXIST when the name is taken
 */
export function nameFinally(temporary: string, path: string): void {
  writeFileSync(path, "", { mode: 0o600, flag: "wx" });
  renameSync(temporary, path);
  syncFolderOf(path);
}

/** Syncs a file's content to disk. */
export function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs the folder of a file to disk; Windows does not support this. */
export function syncFolderOf(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
