import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ExitGuard } from "../../../scripts/processes/exit-guard.ts";
import { outputOf } from "../../../scripts/processes/run-program.ts";

/** Deletes the folder `$1`, with what is mounted in it. Programs with files on it may take some seconds to end. */
const REMOVE = `
cat >/dev/null
tries=0
while mountpoint -q "$1/disk" && ! umount "$1/disk" && [ $tries -lt 200 ]; do sleep 0.1; tries=$((tries + 1)); done
umount -l "$1/disk"
rm -rf --one-file-system "$1"
`;

/**
 * As on a disk of usual size. Of small images mkfs makes blocks of 1,024 bytes, and SQLite's mapped file then ends the program
 * when they are full; `sop doctor` warns of those.
 */
const blockBytes = 4096;

/** How an image is made and mounted. */
export interface LoopImageOptions {
  /** A separate folder for the image and its mount point. */
  readonly folder: string;
  readonly megabytes: number;
}

/**
 * A file system in a file, mounted through a loop device. It contains what a disk would contain: writes
 * without a sync are not in the file yet.
 */
export class LoopImage implements AsyncDisposable {
  /** Where the file system is mounted, always the same. */
  readonly place: string;
  readonly #folder: string;
  /** Unmounts it when this process is gone. */
  readonly #guard: ExitGuard;
  #generation = 0;
  #isMounted = false;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#guard = new ExitGuard(REMOVE, [folder]);
    this.place = join(folder, "disk");
  }

  /** Creates a file system and mounts it. @throws Error when this machine does not allow it */
  static async make({ folder, megabytes }: LoopImageOptions): Promise<LoopImage> {
    const image = new LoopImage(folder);
    try {
      await image.#make(megabytes);
      return image;
    } catch (error) {
      await image.#guard.dismiss();
      throw error;
    }
  }

  /**
   * Cuts the power: the state of the disk replaces the state in memory. The image is copied without being unmounted,
   * and the copy is mounted, which replays its journal. No process may have a file on it open.
   */
  async cutPower(): Promise<void> {
    const before = this.#file;
    this.#generation += 1;
    await run("cp", "--sparse=always", before, this.#file);
    await this.#unmount();
    rmSync(before);
    await this.#mount();
  }

  /** Unmounts the file system and deletes the image. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#unmount();
    await this.#guard.dismiss();
  }

  get #file(): string {
    return join(this.#folder, `image-${this.#generation}`);
  }

  async #make(megabytes: number): Promise<void> {
    mkdirSync(this.place, { recursive: true });
    const file = openSync(this.#file, "w");
    ftruncateSync(file, megabytes * 1024 * 1024);
    closeSync(file);
    await run("mkfs.ext4", "-q", "-F", "-m", "0", "-b", String(blockBytes), this.#file);
    await this.#mount();
  }

  /** Only a sync writes the journal within a round; a write during the copy would corrupt the copy. */
  async #mount(): Promise<void> {
    await run("mount", "-o", "loop,commit=300", this.#file, this.place);
    this.#isMounted = true;
  }

  async #unmount(): Promise<void> {
    if (!this.#isMounted) return;
    await run("umount", this.place);
    this.#isMounted = false;
  }
}

/** Why no image can be mounted here; `undefined` when one can. */
export async function whyNoLoopImage(folder: string): Promise<string | undefined> {
  try {
    await (await LoopImage.make({ folder, megabytes: 8 }))[Symbol.asyncDispose]();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function run(program: string, ...words: readonly string[]): Promise<void> {
  await outputOf(program, words);
}
