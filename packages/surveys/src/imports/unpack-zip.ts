import { Unzip, UnzipInflate, type UnzipFile } from "fflate";
import type { InTurns } from "../model/in-turns.ts";
import { FileProblem, fileLimits } from "./file-problem.ts";

/** Packed bytes that are read in a turn: they become at most a thousand times as many. */
const inTurn = 8 * 1024;

/**
 * The parts of a packed file by their names. What they say about their sizes is not believed: what is unpacked is counted, and a file
 * that becomes too large is refused before it has (CWE-409). Packed files inside are not unpacked.
 *
 * @param isWanted whether a part is read, by its name
 * @throws `FileProblem`
 */
export function* unpackZipInTurns(
  content: Uint8Array,
  isWanted: (name: string) => boolean,
): InTurns<ReadonlyMap<string, string>> {
  const reader = new PartsReader(isWanted);
  for (let at = 0; at < content.length; at += inTurn) {
    reader.push(content.subarray(at, at + inTurn), at + inTurn >= content.length);
    yield;
  }
  return reader.end();
}

class PartsReader {
  readonly #parts = new Map<string, Uint8Array[]>();
  readonly #unzip: Unzip;
  #bytes = 0;
  #count = 0;
  #open = 0;

  constructor(isWanted: (name: string) => boolean) {
    this.#unzip = new Unzip((file) => {
      this.#count += 1;
      if (this.#count > fileLimits.parts) throw new FileProblem(`has more than ${fileLimits.parts} parts`);
      if (isWanted(file.name)) this.#read(file);
    });
    this.#unzip.register(UnzipInflate);
  }

  push(chunk: Uint8Array, isLast: boolean): void {
    try {
      this.#unzip.push(chunk, isLast);
    } catch (error) {
      if (error instanceof FileProblem) throw error;
      throw new FileProblem("is damaged: it cannot be unpacked");
    }
  }

  end(): ReadonlyMap<string, string> {
    if (this.#open > 0 || this.#count === 0) throw new FileProblem("is damaged: it cannot be unpacked");
    return new Map(
      [...this.#parts].map(([name, chunks]) => [name, new TextDecoder().decode(Buffer.concat(chunks))]),
    );
  }

  #read(file: UnzipFile): void {
    const chunks: Uint8Array[] = [];
    this.#parts.set(file.name, chunks);
    this.#open += 1;
    file.ondata = (error, chunk, isFinal) => {
      // What is thrown below comes back here.
      if (error instanceof FileProblem) throw error;
      if (error !== null) throw new FileProblem("is damaged: it cannot be unpacked");
      this.#bytes += chunk.length;
      if (this.#bytes > fileLimits.unpackedBytes)
        throw new FileProblem("becomes larger than 50 MB when it is unpacked");
      chunks.push(chunk);
      if (isFinal) this.#open -= 1;
    };
    file.start();
  }
}
