import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, acquireFileLock, type HeldLock } from "./file-lock.ts";
import { createKeyedLock } from "../user-token-store/keyed-lock.ts";
import type { StoredValue, UserTokens, UserTokenStore } from "../user-token-store/user-token-store.ts";

/**
 * Keeps each user's tokens in a file of their own, readable only by the account that the program runs as.
 * For Node; any number of processes of one machine may share the folder.
 *
 * A record is written beside the old one, forced to disk and renamed over it: a crash at any point leaves the old
 * one or the new one, whole. Put it under `encryptedUserTokenStore` where others can read the disk or its backups.
 *
 * @param folder created when it is not there
 *
 * @example
 * ```ts
 * import { createFileUserTokenStore } from "@survey-open-platform/sdk/node";
 *
 * const store = createFileUserTokenStore("data/user-tokens");
 * await store.delete("o123");
 * ```
 */
export function createFileUserTokenStore<Value = UserTokens>(folder: string): UserTokenStore<Value> {
  const withLocalLock = createKeyedLock();
  const withLocalWriteLock = createKeyedLock();
  const pathOf = (openid: string) => join(folder, fileName(openid));
  /** One change of a record at a time, so that a comparison still holds when the file is renamed. */
  const change = <Result>(openid: string, work: (path: string, lock: HeldLock) => Promise<Result>) =>
    withLocalWriteLock(openid, async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return withFileLock(`${pathOf(openid)}.writing`, (lock) => work(pathOf(openid), lock));
    });
  return {
    get: (openid) => readRecord<Value>(pathOf(openid)),
    put: (openid, value) => change(openid, async (path) => void (await writeRecord(path, value))),
    replace: (openid, value, seenVersion) =>
      change(openid, async (path, lock) => {
        const isSeen = async () => (await readRecord<Value>(path))?.version === seenVersion;
        return (await isSeen()) && writeRecord(path, value, () => lock.isOurs());
      }),
    delete: (openid) =>
      change(openid, async (path) => {
        await rm(path, { force: true });
        await rm(draftOf(path), { force: true });
      }),
    withLock: (openid, work) =>
      withLocalLock(openid, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return withFileLock(`${pathOf(openid)}.lock`, work);
      }),
  };
}

/** Reveals nothing about the user, cannot leave the folder, and is the same where letters' case does not count. */
function fileName(openid: string): string {
  return `${createHash("sha256").update(openid).digest("hex")}.json`;
}

/** One name only: what a crash leaves behind is gone with the next write or with the record. */
function draftOf(path: string): string {
  return `${path}.draft`;
}

async function withFileLock<Result>(
  path: string,
  work: (lock: HeldLock) => Promise<Result>,
): Promise<Result> {
  const lock = await acquireFileLock(path);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

async function readRecord<Value>(path: string): Promise<StoredValue<Value> | undefined> {
  try {
    // Only `writeRecord` writes here, and a file is never seen half written.
    return JSON.parse(await readFile(path, "utf8")) as StoredValue<Value>;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    // The parser's message quotes what it could not read, and that is a token.
    throw error instanceof SyntaxError ? notOurs(path) : error;
  }
}

function notOurs(path: string): Error {
  return new Error(`The token file ${path} is not one of ours`);
}

/** @returns whether it was written: `isAllowed` has the last word before the rename */
async function writeRecord(path: string, value: unknown, isAllowed = async () => true): Promise<boolean> {
  const draft = draftOf(path);
  await rm(draft, { force: true });
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(JSON.stringify({ value, version: randomUUID() }));
      await file.sync();
    } finally {
      await file.close();
    }
    const allowed = await isAllowed();
    if (allowed) await rename(draft, path);
    return allowed;
  } finally {
    await rm(draft, { force: true });
  }
}
