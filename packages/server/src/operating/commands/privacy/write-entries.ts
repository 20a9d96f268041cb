import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError } from "@survey-open-platform/service";
import { type ZipEntry, zipStream } from "@survey-open-platform/surveys";

/**
 * Writes files into a zip file, if the name ends so, or into a folder. It has its name once it is whole, and only its owner may read it.
 *
 * @returns how many files
 * @throws `CommandError` when the name is taken, or it cannot be written
 */
export async function writeEntries(output: string, entries: AsyncIterable<ZipEntry>): Promise<number> {
  if (await stat(output).catch(() => undefined))
    throw new CommandError(`Nothing was exported. ${output} exists already. Give it a name of its own.`);
  const partial = `${output}.partial`;
  let files = 0;
  const counted = async function* () {
    for await (const entry of entries) {
      files += 1;
      yield entry;
    }
  };
  try {
    await (output.endsWith(".zip") ? writeZip(partial, counted()) : writeFolder(partial, counted()));
    await rename(partial, output);
    return files;
  } catch (error) {
    await rm(partial, { force: true, recursive: true });
    if (error instanceof Error && "code" in error)
      throw new CommandError(`Nothing was exported. ${output} cannot be written: ${error.message}`);
    throw error;
  }
}

function writeZip(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  return pipeline(Readable.from(zipStream(entries)), createWriteStream(path, { flags: "wx", mode: 0o600 }));
}

async function writeFolder(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  for await (const entry of entries) {
    const file = join(path, entry.path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(entry.chunks), createWriteStream(file, { flags: "wx", mode: 0o600 }));
  }
}
