import { once } from "node:events";
import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { headBytes } from "@survey-open-platform/surveys";
import type { Config } from "../../config/settings.ts";
import { isRandomId, makeRandomId } from "../../model/token.ts";

/** Only the platform's user reads what respondents have sent. */
const privateFolder = { recursive: true, mode: 0o700 } as const;
const privateFile = 0o600;

/** After this time a file that is still being received is one whose process has stopped. */
const receivingMilliseconds = 3_600_000;

/** The folder for files that come with answers; undefined when there is none, and no files are taken. */
export function uploadFolderPath({
  uploads,
  database,
}: Pick<Config, "uploads" | "database">): string | undefined {
  if (uploads !== "") return uploads;
  const path = /^sqlite:(.+)$/s.exec(database)?.[1];
  return path === undefined || path.startsWith(":memory:") ? undefined : `${path}-uploads`;
}

/** The folder of the settings, if files are taken. */
export function uploadFolder(config: Pick<Config, "uploads" | "database">): UploadFolder | undefined {
  const path = uploadFolderPath(config);
  return path === undefined ? undefined : new UploadFolder(path);
}

/** Arriving bytes are counted in such portions. */
const portionBytes = 256 * 1024;

/** A small file takes a block on the disk. */
const leastBytes = 4096;

/** How a file is received. */
export interface FileReceiving {
  readonly mostBytes: number;
  readonly count: (bytes: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A file whose content is on the disk, and that has no place yet. */
export interface ReceivedFile {
  readonly id: string;
  readonly bytes: number;
  readonly head: Buffer;
}

/**
 * Keeps the content of files that came with answers, by ids of its own: nothing that a respondent sends becomes part of a path
 * (CWE-22). Rows of `answer_files` say what they are.
 */
export class UploadFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Receives a file.
   *
   * @param mostBytes of it
   * @param count is called with the bytes that have arrived, again and again, and may throw to refuse the rest
   * @returns undefined for one that is larger; nothing is left of it then, nor when this throws
   */
  async receive(
    content: Readable,
    { mostBytes, count, signal }: FileReceiving,
  ): Promise<ReceivedFile | undefined> {
    const id = makeRandomId();
    const path = this.#incoming(id);
    await mkdir(join(this.#path, "incoming"), privateFolder);
    const counted = new CountedContent(mostBytes, count);
    try {
      const target = createWriteStream(path, { flags: "wx", mode: privateFile });
      // The rest of a file that is too large still has to be read, or the form behind it could not be.
      const chunks = content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      await pipeline(counted.pass(chunks), target, { signal });
      await syncPath(path);
      return { id, bytes: counted.bytes, head: counted.head };
    } catch (error) {
      await rm(path, { force: true });
      if (counted.isTooLarge) return undefined;
      throw error;
    }
  }

  /** Puts a received file into its place. */
  async place(id: string): Promise<void> {
    const path = this.#placeOf(id);
    const folder = join(path, "..");
    await mkdir(folder, privateFolder);
    await rename(this.#incoming(id), path);
    await syncPath(folder);
  }

  /** Gives up a received file that has no place. */
  discard(id: string): Promise<void> {
    return rm(this.#incoming(id), { force: true });
  }

  /** Opens a file, which can be read to its end also when it is removed meanwhile. @throws when it is not there */
  async open(id: string): Promise<ReadStream> {
    const content = createReadStream(this.#placeOf(id));
    await once(content, "open");
    return content;
  }

  /** Deletes a file, if it is there. */
  remove(id: string): Promise<void> {
    return rm(this.#placeOf(id), { force: true });
  }

  /** Deletes what was left behind by processes that stopped while they received files. */
  async removeLeftovers(now: number): Promise<void> {
    const folder = join(this.#path, "incoming");
    for (const name of await namesIn(folder)) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > receivingMilliseconds) await rm(path, { force: true });
    }
  }

  /** Folders with some of the files each, as file systems are slow with very many in one. */
  #placeOf(id: string): string {
    if (!isRandomId(id)) throw new TypeError("this is no id of a file");
    return join(this.#path, id.slice(0, 2), id);
  }

  #incoming(id: string): string {
    return join(this.#path, "incoming", id);
  }
}

/** Counts a file, keeps its beginning, and ends it when it is too large. */
class CountedContent {
  readonly #mostBytes: number;
  readonly #count: FileReceiving["count"];
  readonly #head: Buffer[] = [];
  bytes = 0;

  constructor(mostBytes: number, count: FileReceiving["count"]) {
    this.#mostBytes = mostBytes;
    this.#count = count;
  }

  get isTooLarge(): boolean {
    return this.bytes > this.#mostBytes;
  }

  get head(): Buffer {
    return Buffer.concat(this.#head).subarray(0, headBytes);
  }

  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let counted = 0;
    for await (const chunk of chunks) {
      if (this.bytes < headBytes) this.#head.push(chunk.subarray(0, headBytes));
      this.bytes += chunk.byteLength;
      if (this.isTooLarge) throw new RangeError("the file is too large");
      for (; this.bytes - counted >= portionBytes; counted += portionBytes) await this.#count(portionBytes);
      yield chunk;
    }
    await this.#count(Math.max(this.bytes, leastBytes) - counted);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    // There is none before the first file.
    return [];
  }
}

async function syncPath(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
