import { Unzip, UnzipInflate } from "fflate";
import { FileProblem } from "../imports/file-problem.ts";

/** A piece of a part of an archive. */
export interface ArchivePiece {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether the part ends with it. */
  readonly isLast: boolean;
}

/** Packed bytes that are unpacked at a time: they become at most a thousand times as many (CWE-409). */
const packedBytes = 8 * 1024;

/**
 * Unpacks an archive piece by piece, as far as its pieces are taken.
 *
 * @throws `FileProblem` for a file that is damaged or ends early
 */
export async function* archivePieces(file: AsyncIterable<Uint8Array>): AsyncGenerator<ArchivePiece> {
  let pieces: ArchivePiece[] = [];
  let open = 0;
  const unzip = new Unzip((entry) => {
    open += 1;
    entry.ondata = (error, bytes, isLast) => {
      if (error !== null) throw new FileProblem("is damaged: it cannot be unpacked");
      if (isLast) open -= 1;
      pieces.push({ path: entry.name, bytes, isLast });
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  const push = (bytes: Uint8Array, isLast: boolean) => {
    try {
      unzip.push(bytes, isLast);
    } catch {
      throw new FileProblem("is damaged: it cannot be unpacked");
    }
    const made = pieces;
    pieces = [];
    return made;
  };
  for await (const chunk of file)
    for (let at = 0; at < chunk.byteLength; at += packedBytes)
      yield* push(chunk.subarray(at, at + packedBytes), false);
  yield* push(new Uint8Array(), true);
  if (open > 0) throw new FileProblem("ends early: it is not whole");
}
