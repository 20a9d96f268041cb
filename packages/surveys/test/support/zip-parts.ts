import { unzipSync, zipSync } from "fflate";

/** The parts of a zip file, by their paths. */
export function zipParts(file: Uint8Array): Readonly<Record<string, Uint8Array>> {
  return unzipSync(file);
}

/** A zip file with these parts. */
export function zipOf(parts: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync({ ...parts });
}
