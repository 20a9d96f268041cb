import { strFromU8, unzipSync } from "fflate";

/** The files of a zip file by their paths, as texts. */
export function filesInZip(bytes: Uint8Array): Readonly<Record<string, string>> {
  const files = Object.entries(unzipSync(bytes));
  return Object.fromEntries(files.map(([path, content]) => [path, strFromU8(content)]));
}
