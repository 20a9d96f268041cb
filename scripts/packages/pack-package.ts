import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { outsideEnvironment } from "../processes/environments.ts";
import { outputOf } from "../processes/run-program.ts";

/** The root of the checkout. */
export const ROOT = join(import.meta.dirname, "../..");

/** Packs a package as `npm publish` would, without a registry. @returns the path of the file */
export async function packPackage(packageFolder: string, destination: string): Promise<string> {
  const options = ["--json", "--offline", "--no-update-notifier", "--pack-destination", destination];
  const printed = await outputOf("npm", ["pack", ...options], {
    cwd: packageFolder,
    env: outsideEnvironment(),
    shell: process.platform === "win32",
  });
  // What npm prints, by package or in the order of packages.
  const files = JSON.parse(printed) as Readonly<Record<string, { readonly filename: string }>>;
  const [packed] = Object.values(files);
  if (packed === undefined) throw new Error(`npm pack packed nothing in ${packageFolder}: ${printed}`);
  return join(destination, packed.filename);
}

/** Unpacks what {@link packPackage} made into a folder, as an installation does. */
export async function unpackPackage(tarball: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await outputOf("tar", ["-xzf", tarball, "--strip-components=1", "-C", folder]);
}
