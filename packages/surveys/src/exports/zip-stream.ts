import { Zip, ZipDeflate } from "fflate";

/** A zip file without 64-bit sizes cannot be larger, nor can a file in it. */
const largestBytes = 0xffff_ffff;

/** Why an export ends early. */
export class ExportTooLargeError extends Error {
  override readonly name = "ExportTooLargeError";
}

/** A file within a zip file: its path, and its content as it is made. */
export interface ZipEntry {
  readonly path: string;
  readonly chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/**
 * Writes a zip file. Nothing of an entry is read before the chunks made so far were taken, so memory holds one chunk
 * of each kind at a time.
 *
 * @throws ExportTooLargeError past 4 GB, which is where the format ends
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const output = new ZipOutput();
  for await (const entry of entries) {
    const file = output.begin(entry.path);
    for await (const text of entry.chunks) {
      file.push(text);
      yield* output.take();
    }
    file.end();
    yield* output.take();
  }
  output.end();
  yield* output.take();
}

/** Collects what the compressor hands over, until it is taken. */
class ZipOutput {
  readonly #zip: Zip;
  #made: Uint8Array[] = [];
  #bytes = 0;

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      this.#bytes += chunk.byteLength;
      refuseTooLarge(this.#bytes);
      if (chunk.byteLength > 0) this.#made.push(chunk);
    });
  }

  begin(path: string) {
    // The fastest level: an export is compressed once, and the slower ones save some hundredths.
    const file = new ZipDeflate(path, { level: 1 });
    let bytes = 0;
    this.#zip.add(file);
    return {
      push(content: string | Uint8Array) {
        const chunk = typeof content === "string" ? Buffer.from(content, "utf8") : content;
        bytes += chunk.byteLength;
        refuseTooLarge(bytes);
        file.push(chunk);
      },
      end: () => file.push(new Uint8Array(), true),
    };
  }

  end(): void {
    this.#zip.end();
  }

  take(): readonly Uint8Array[] {
    const taken = this.#made;
    this.#made = [];
    return taken;
  }
}

function refuseTooLarge(bytes: number): void {
  if (bytes > largestBytes) throw new ExportTooLargeError("a zip file cannot be larger than 4 GB");
}
