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
/** What SQLite keeps beside a database and would read into whatever stands there next. */
const sideFiles = ["-wal", "-shm", "-journal"];

/** What became of a restoration. */
export interface Restoration {
  readonly path: string;
  /** Where the database is kept that stood there before; undefined when there was none. */
  readonly replaced: string | undefined;
  /** Whether it was made sure that nobody used it; a file too damaged to be opened does not tell. */
  readonly wasFree: boolean;
}

/**
 * Puts a copy of a backup in the place of a SQLite database. The backup itself stays as it is, and the database
 * that stood there is kept under another name.
 *
 * @param prepare is given the address of the copy before it counts: what is to be checked or changed in it
 *   happens there; when it throws, nothing has happened
 * @throws `InvalidDatabaseAddressError`, `BackupError` when the database is in use or the backup is not whole
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

/** @returns whether it can be told at all @throws `BackupError` when somebody has the database open */
function isFree(path: string): boolean {
  if (!existsSync(path)) return true;
  try {
    using database = new DatabaseSync(path, { timeout: lockTimeoutMilliseconds });
    // Only who is alone with a database can take it out of WAL mode, which also empties its log.
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
  // A second name for the one, then one step to the other: whenever the power fails, a whole database is there.
  linkSync(path, replaced);
  moveSideFiles(path, replaced);
  renameSync(copy, path);
  syncFolderOf(path);
  return { replaced, wasFree };
}

/** Who runs the server has to be able to use the file, also when root puts it there. */
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
