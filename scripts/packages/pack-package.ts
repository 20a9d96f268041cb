import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { outsideEnvironment } from "../processes/environments.ts";
import { outputOf } from "../processes/run-program.ts";

/** The root of the checkout. */
export const ROOT = join(import.meta.dirname, "../..");

/** Packs a package as `npm publish` would, without a registry. @returns the path of the file */
export async function packPackage(packageFolder: string, destination: string): Promise<string> {
  const [packed = ""] = await packPackages([packageFolder], destination);
  return packed;
}

/** Packs several packages, with one start of npm. @returns the paths of the files, in the order of the folders */
export async function packPackages(
  packageFolders: readonly string[],
  destination: string,
): Promise<readonly string[]> {
  const options = ["--json", "--offline", "--no-update-notifier", "--pack-destination", destination];
  const printed = await outputOf("npm", ["pack", ...options, ...packageFolders], {
    cwd: ROOT,
    env: outsideEnvironment(),
    shell: process.platform === "win32",
  });
  // What npm prints, by package or in the order of packages.
  const files = JSON.parse(printed) as Readonly<Record<string, { readonly filename: string }>>;
  const packed = Object.values(files).map(({ filename }) => join(destination, filename));
  if (packed.length !== packageFolders.length)
    throw new Error(`npm pack packed ${packed.length} of ${packageFolders.join(", ")}: ${printed}`);
  return packed;
}

/** Unpacks what {@link packPackage} made into a folder, as an installation does. */
export async function unpackPackage(tarball: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await outputOf("tar", ["-xzf", tarball, "--strip-components=1", "-C", folder]);
}
