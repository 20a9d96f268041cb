import { constants, existsSync } from "node:fs";
import { cp, readdir, rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { CommandError } from "@survey-open-platform/service";

/** Where a backup has the files of answers, beside the database. */
export function uploadsOfBackup(file: string): string {
  return `${file}-uploads`;
}

/**
 * Copies the files of answers beside a backup of the database. Files never change, and one that a row of the backup names was there
 * before it.
 *
 * @returns how many; undefined when there is no folder of files
 */
export async function backUpUploads(folder: string | undefined, file: string): Promise<number | undefined> {
  if (folder === undefined || !existsSync(folder)) return undefined;
  const target = uploadsOfBackup(file);
  if (existsSync(target))
    throw new CommandError(`${target} exists already. Give the backup a name of its own.`);
  await copyFolder(folder, target);
  return countFiles(target);
}

/**
 * Replaces the files of answers by those of a backup. The folder that was there is kept under another name.
 *
 * @returns how many; undefined when the backup has none
 */
export async function restoreUploads(
  file: string,
  folder: string | undefined,
  suffix: string,
): Promise<number | undefined> {
  const source = uploadsOfBackup(file);
  if (!existsSync(source)) return undefined;
  if (folder === undefined)
    throw new CommandError(`${source} has files, and there is no folder for them: name one in SOP_UPLOADS.`);
  if (existsSync(folder)) await rename(folder, `${folder}${suffix}`);
  await copyFolder(source, folder);
  return countFiles(folder);
}

/** It has its name only when it is complete. File systems that can do so share the content. */
async function copyFolder(source: string, target: string): Promise<void> {
  const temporary = `${target}.part`;
  await rm(temporary, { recursive: true, force: true });
  await cp(source, temporary, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    // What is being received belongs to no answer yet.
    filter: (path) => basename(path) !== "incoming",
  });
  await rename(temporary, target);
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
