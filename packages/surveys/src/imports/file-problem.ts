/** A file that cannot be taken in, with what is wrong as the end of a sentence that begins with "This file". */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/** What a table is that has more rows or columns than the bounds allow. */
export const tooManyCells = "has more rows or columns than a survey can have";

/** Bounds on what a file may be, so that none takes all memory or time. */
export const fileLimits = {
  /** Bytes of a file as it is sent. */
  bytes: 10 * 1024 * 1024,
  /** Bytes of all parts of a packed file together. */
  unpackedBytes: 50 * 1024 * 1024,
  parts: 2000,
  xmlElements: 300_000,
  xmlDepth: 64,
  /** Of a table, with those that are empty: a short file can have many of these. */
  cells: 5_000_000,
} as const;
