import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The root of the checkout. */
export const ROOT = join(import.meta.dirname, "../../../../..");

/** Text of a file, by its path from the root. */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Paths from the root, with forward slashes, that match a pattern; installed and built files are left out. */
export function repositoryFiles(pattern: string | readonly string[]): readonly string[] {
  const exclude = ["**/node_modules/**", "**/dist/**", ".cache/**", "data/**"];
  return globSync(pattern, { cwd: ROOT, exclude })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
}

/** Path from the root -> text, for every file that matches. */
export function readRepositoryFiles(pattern: string | readonly string[]): ReadonlyMap<string, string> {
  return new Map(repositoryFiles(pattern).map((path) => [path, readRepositoryFile(path)]));
}
