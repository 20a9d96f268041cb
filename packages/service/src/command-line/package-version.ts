import { readFileSync } from "node:fs";

/** The version of a package. @param manifest address of its `package.json` */
export function packageVersion(manifest: URL): string {
  const parsed: unknown = JSON.parse(readFileSync(manifest, "utf8"));
  // A package's own manifest has a version.
  return String((parsed as { readonly version: unknown }).version);
}
