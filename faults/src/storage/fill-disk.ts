import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { succeeds } from "../../../scripts/processes/run-program.ts";

const blockBytes = 4096;
/** These are written one by one. */
const spareBlocks = 64;
const reserveAttempts = 10;

/** Fills a file system with one large file, which disposal deletes. */
export async function fillDisk(place: string): Promise<Disposable> {
  const path = join(place, "ballast");
  await reserve(place, path);
  takeTheRest(path);
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
}

/** Others write to the disk meanwhile, so there may be less room than there was a moment ago: then with what is left. */
async function reserve(place: string, path: string): Promise<void> {
  for (let attempt = 1; attempt <= reserveAttempts; attempt += 1) {
    const { bavail, bsize } = statfsSync(place);
    const bytes = bavail * bsize - spareBlocks * blockBytes;
    if (bytes <= 0 || (await succeeds("fallocate", ["-l", String(bytes), path]))) return;
    rmSync(path, { force: true });
  }
  throw new Error(`the free blocks of ${place} could not be reserved`);
}

/** The file is written, not only reserved, until no block is free. */
function takeTheRest(path: string): void {
  const file = openSync(path, "as");
  const block = Buffer.alloc(blockBytes);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}
