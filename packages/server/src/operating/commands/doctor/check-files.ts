import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { freeSpaceOf } from "../../../health/free-space.ts";
import type { Finding } from "./finding.ts";

const megabyte = 1024 * 1024;

/** Whether a database can be made where there is none: its folder, or the nearest one above it, takes files. */
export function checkFolderForNewFile(path: string): readonly Finding[] {
  const folder = nearestFolder(dirname(resolve(path)));
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return checkFreeSpace(folder);
  } catch {
    const says = `No file can be made in ${folder}: this user may not write there.`;
    return [
      {
        level: "error",
        check: "writable",
        says,
        todo: "Give the folder to this user, or choose another in SOP_DATABASE.",
      },
    ];
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder));
}

/** How much room the file system of a path has left. */
export function checkFreeSpace(path: string): readonly Finding[] {
  const { bytes, level } = freeSpaceOf(path);
  const says = `${Math.floor(bytes / megabyte)} MB are free for the database.`;
  if (level === "ok") return [{ level, check: "disk", says }];
  return [
    {
      level,
      check: "disk",
      says,
      todo: "Make room: with a full disk, nothing can be issued, changed or revoked.",
    },
  ];
}

const pageBytes = 4096;

/**
 * Whether the blocks of the file system are as large as the pages of memory. SQLite maps the index of its WAL into memory and
 * makes room for it by writing one byte for each page; smaller blocks leave holes in the file. On a full disk, a program that
 * writes into such a hole of mapped memory is ended by the system (SIGBUS).
 */
export function checkBlockSize(path: string, bytes = statfsSync(path).bsize): readonly Finding[] {
  if (bytes >= pageBytes) return [];
  return [
    {
      level: "warning",
      check: "disk",
      says: `The file system of the database has blocks of ${bytes} bytes: when it is full, the platform may be ended by SIGBUS instead of refusing writes. Nothing confirmed is lost.`,
      todo: `Put the database on a file system with blocks of ${pageBytes} bytes, as mkfs.ext4 -b ${pageBytes} makes it.`,
    },
  ];
}

const othersMayRead = 0o044;
const othersMayEnter = 0o011;

/** Files that SQLite keeps beside a database; the first holds the newest rows. */
const sideFiles = ["-wal", "-shm", "-journal"];

/** Whether other users of the machine can read the database. Windows keeps no such bits. */
export function checkPermissions(path: string): readonly Finding[] {
  if (process.platform === "win32") return [];
  const folder = dirname(resolve(path));
  const canEnter = (statSync(folder).mode & othersMayEnter) !== 0;
  const open = ["", ...sideFiles].map((suffix) => `${path}${suffix}`).filter(isReadableByOthers);
  if (open.length === 0 || !canEnter)
    return [{ level: "ok", check: "permissions", says: "Only this user can read the database." }];
  return [
    {
      level: "warning",
      check: "permissions",
      says: `Other users of this machine can read ${open.join(" and ")}: answers, and hashes of passwords and tokens.`,
      todo: `Run chmod 700 ${folder} and chmod 600 ${open.join(" ")}.`,
    },
  ];
}

function isReadableByOthers(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & othersMayRead) !== 0;
}
