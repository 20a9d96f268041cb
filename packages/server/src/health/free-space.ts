import { statfsSync } from "node:fs";

const megabyte = 1024 * 1024;
/** Below this, the next growth of the write-ahead log may fail. */
const tooLittleBytes = 64 * megabyte;
const littleBytes = 1024 * megabyte;

/** How much room the file system of a path has left. */
export interface FreeSpace {
  readonly bytes: number;
  /** With a full disk, nothing can be issued, changed or revoked. */
  readonly level: "error" | "warning" | "ok";
}

/** Reads how much room the file system of a path has left. */
export function freeSpaceOf(path: string): FreeSpace {
  const { bavail, bsize } = statfsSync(path);
  const bytes = bavail * bsize;
  if (bytes >= littleBytes) return { bytes, level: "ok" };
  return { bytes, level: bytes < tooLittleBytes ? "error" : "warning" };
}
