import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../../../scripts/processes/run-program.ts";

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
  #generation = 0;
  #isMounted = false;

  private constructor(folder: string) {
    this.#folder = folder;
    this.place = join(folder, "disk");
  }

  /** Creates a file system and mounts it. @throws Error when this machine does not allow it */
  static async make({ folder, megabytes }: LoopImageOptions): Promise<LoopImage> {
    const image = new LoopImage(folder);
    mkdirSync(image.place, { recursive: true });
    const file = openSync(image.#file, "w");
    ftruncateSync(file, megabytes * 1024 * 1024);
    closeSync(file);
    await run("mkfs.ext4", "-q", "-F", "-m", "0", image.#file);
    await image.#mount();
    return image;
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
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.#folder, `image-${this.#generation}`);
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
    rmSync(folder, { recursive: true, force: true });
    return error instanceof Error ? error.message : String(error);
  }
}

async function run(program: string, ...words: readonly string[]): Promise<void> {
  await outputOf(program, words);
}
