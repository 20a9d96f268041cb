import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../../../scripts/processes/run-program.ts";

const blockBytes = 4096;

/** Fills a file system with one large file, which disposal deletes. */
export async function fillDisk(place: string): Promise<Disposable> {
  const path = join(place, "ballast");
  const { bavail, bsize } = statfsSync(place);
  const bytes = Math.max(blockBytes, bavail * bsize - 64 * blockBytes);
  await outputOf("fallocate", ["-l", String(bytes), path]);
  takeTheRest(path);
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
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
