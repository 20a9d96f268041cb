import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** A lock file that its holder has not touched for so long belongs to a process that is gone. */
const abandonedAfterMs = 5_000;
const touchEveryMs = 1_000;
const waitMs = { least: 5, spread: 20 } as const;

/** A lock that is held. */
export interface HeldLock {
  /** Whether it is still ours: a process that stood still for long may have lost it. */
  isOurs(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the lock of a file, and waits while another process holds it. The lock is a file that only one
 * process can create; its holder touches it, and a lock that was not touched for five seconds is taken over.
 */
export async function acquireFileLock(path: string): Promise<HeldLock> {
  const owner = randomUUID();
  while (!(await create(path, owner))) {
    await removeAbandoned(path);
    await sleep(waitMs.least + Math.random() * waitMs.spread);
  }
  const touching = setInterval(() => void touch(path), touchEveryMs);
  touching.unref();
  const isOurs = async () => (await ownerOf(path)) === owner;
  return {
    isOurs,
    async release() {
      clearInterval(touching);
      if (await isOurs()) await rm(path, { force: true });
    },
  };
}

async function create(path: string, owner: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    await file.writeFile(owner);
    await file.close();
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/**
 * Moves the abandoned file aside before it is deleted: of several that notice it, one gets it. If another one was
 * quicker and what was moved is its fresh lock, that lock is put back.
 */
async function removeAbandoned(path: string): Promise<void> {
  const seen = await stat(path).catch(() => undefined);
  if (seen === undefined || Date.now() - seen.mtimeMs < abandonedAfterMs) return;
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await stat(aside).catch(() => undefined);
  if (moved !== undefined && moved.mtimeMs !== seen.mtimeMs) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

function ownerOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

/** Whether an error of the file system is that one. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
