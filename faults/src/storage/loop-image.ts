import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";

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
export class LoopImage implements Disposable {
  /** Where the file system is mounted, always the same. */
  readonly place: string;
  readonly #folder: string;
  #generation = 0;
  #isMounted = false;

  /** Creates a file system and mounts it. @throws Error when this machine does not allow it */
  constructor({ folder, megabytes }: LoopImageOptions) {
    this.#folder = folder;
    this.place = join(folder, "disk");
    mkdirSync(this.place, { recursive: true });
    const file = openSync(this.#file, "w");
    ftruncateSync(file, megabytes * 1024 * 1024);
    closeSync(file);
    run("mkfs.ext4", "-q", "-F", "-m", "0", this.#file);
    this.#mount();
  }

  /**
   * Cuts the power: the state of the disk replaces the state in memory. The image is copied without being unmounted,
   * and the copy is mounted, which replays its journal. No process may have a file on it open.
   */
  cutPower(): void {
    const before = this.#file;
    this.#generation += 1;
    run("cp", "--sparse=always", before, this.#file);
    this.#unmount();
    rmSync(before);
    this.#mount();
  }

  /** Unmounts the file system and deletes the image. */
  [Symbol.dispose](): void {
    this.#unmount();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.#folder, `image-${this.#generation}`);
  }

  /** Only a sync writes the journal within a round; a write during the copy would corrupt the copy. */
  #mount(): void {
    run("mount", "-o", "loop,commit=300", this.#file, this.place);
    this.#isMounted = true;
  }

  #unmount(): void {
    if (!this.#isMounted) return;
    run("umount", this.place);
    this.#isMounted = false;
  }
}

/** Why no image can be mounted here; `undefined` when one can. */
export function whyNoLoopImage(folder: string): string | undefined {
  try {
    new LoopImage({ folder, megabytes: 8 })[Symbol.dispose]();
    return undefined;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return error instanceof Error ? (error.message.split("\n")[1] ?? error.message) : String(error);
  }
}

function run(program: string, ...words: readonly string[]): void {
  execFileSync(program, words, { stdio: ["ignore", "ignore", "pipe"] });
}
