import { randomUUID } from "node:crypto";
import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BackupError } from "./errors.ts";
import {
  copySqlite,
  makeFolderOf,
  nameFinally,
  sqlitePathOf,
  syncFile,
  syncFolderOf,
} from "./sqlite-copy.ts";

const lockTimeoutMilliseconds = 500;
/** https://sqlite.org/rescode.html#busy */
const busy = 5;
/** Side files of a SQLite database. SQLite would apply them to the next database with the same name. */
const sideFiles = ["-wal", "-shm", "-journal"];

/** The result of a restore. */
export interface Restoration {
  readonly path: string;
  /** The path under which the replaced database is kept; undefined when there was none. */
  readonly replaced: string | undefined;
  /** Whether it was verified that no process used it; a file that is too damaged to open cannot be checked. */
  readonly wasFree: boolean;
}

/**
 * Replaces a SQLite database by a copy of a backup. The backup is not changed, and the replaced database is kept
 * under another name.
 *
 * @param prepare gets the address of the copy before it replaces the database, and may check or change it; when it throws,
 *   nothing is replaced
 * @throws `InvalidDatabaseAddressError`, `BackupError` when the database is in use or the backup is not complete
 */
export async function restoreDatabase(
  address: string,
  backup: string,
  prepare: (copyAddress: string) => Promise<void>,
): Promise<Restoration> {
  const path = sqlitePathOf(address);
  if (!existsSync(backup)) throw new BackupError(`There is no backup at ${backup}.`);
  isFree(path);
  makeFolderOf(path);
  const copy = `${path}.${randomUUID()}.part`;
  try {
    copySqlite(backup, copy);
    await prepare(`sqlite:${copy}`);
    return { path, ...putInPlace(copy, path) };
  } finally {
    for (const name of filesOf(copy)) rmSync(name, { force: true });
  }
}

/** @returns whether it could be checked @throws `BackupError` when another process has the database open */
function isFree(path: string): boolean {
  if (!existsSync(path)) return true;
  try {
    using database = new DatabaseSync(path, { timeout: lockTimeoutMilliseconds });
    // A database can leave WAL mode only on its last connection; leaving it also empties the log.
    database.exec("pragma journal_mode = delete");
    return true;
  } catch (error) {
    if (!isBusy(error)) return false;
    throw new BackupError(
      `${path} is in use. Stop every server and command that has it open, and try again: what they would write after this would be lost.`,
    );
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    (error.errcode & 0xff) === busy
  );
}

function putInPlace(copy: string, path: string): Pick<Restoration, "replaced" | "wasFree"> {
  giveToOwner(copy, path);
  syncFile(copy);
  const wasFree = isFree(path);
  if (!existsSync(path)) {
    moveSideFiles(path, asideNameOf(path));
    nameFinally(copy, path);
    return { replaced: undefined, wasFree };
  }
  const replaced = asideNameOf(path);
  // Link the old file to its new name, then rename the copy over it: after a power failure at any point a complete database exists.
  linkSync(path, replaced);
  moveSideFiles(path, replaced);
  renameSync(copy, path);
  syncFolderOf(path);
  return { replaced, wasFree };
}

/** The server's user must be able to use the file, also when root restores it. */
function giveToOwner(copy: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(existsSync(path) ? path : dirname(path));
  chownSync(copy, uid, gid);
}

function asideNameOf(path: string): string {
  return `${path}.replaced-${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
}

function moveSideFiles(path: string, name: string): void {
  for (const side of sideFiles) if (existsSync(path + side)) renameSync(path + side, name + side);
}

function filesOf(path: string): readonly string[] {
  return [path, ...sideFiles.map((side) => path + side)];
}
