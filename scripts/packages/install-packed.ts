import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { packPackages, ROOT, unpackPackage } from "./pack-package.ts";
import { readManifest, withDependencies, type WorkspacePackage } from "./workspace-packages.ts";

/** Packed packages of this repository: their files, by name. */
export type PackedPackages = ReadonlyMap<string, string>;

/**
 * Packs packages of this repository, and those that they depend on.
 *
 * @param names as they are published
 * @param destination an existing folder for the files
 */
export async function packWithDependencies(
  names: readonly string[],
  destination: string,
): Promise<PackedPackages> {
  const folders = new Map(
    names.flatMap(withDependencies).map(({ folder, manifest }) => [manifest.name, folder]),
  );
  const files = await packPackages([...folders.values()], destination);
  return new Map([...folders.keys()].map((name, index) => [name, files[index] ?? ""]));
}

/**
 * Installs a packed package of this repository into an empty project without a registry. Each of our packages is what
 * `npm pack` makes of it, in a folder where it finds the dependencies that its manifest declares, and nothing else;
 * those of others are links to what the lockfile has brought into the checkout.
 *
 * @param name as it is published
 * @param packed it and what it depends on, by {@link packWithDependencies}
 * @param project an existing folder
 * @throws Error when a dependency is not installed in the version that is declared
 */
export async function installPacked(name: string, packed: PackedPackages, project: string): Promise<void> {
  const packages = withDependencies(name);
  const placeOf = (of: string) => join(project, "packages", of);
  for (const { manifest } of packages) {
    await unpackPackage(packed.get(manifest.name) ?? "", placeOf(manifest.name));
  }
  const own = new Set(packages.map(({ manifest }) => manifest.name));
  for (const one of packages) {
    for (const dependency of Object.keys(one.manifest.dependencies ?? {})) {
      const target = own.has(dependency) ? placeOf(dependency) : installedFor(one, dependency);
      link(target, join(placeOf(one.manifest.name), "node_modules", dependency));
    }
  }
  link(placeOf(name), join(project, "node_modules", name));
  linkPrograms(name, project);
}

/** Where the checkout has a dependency of a package, looked for as Node does. */
function installedFor({ folder, manifest }: WorkspacePackage, dependency: string): string {
  const wanted = manifest.dependencies?.[dependency];
  const found = [folder, ROOT]
    .map((place) => join(place, "node_modules", dependency))
    .find((place) => existsSync(place));
  if (found === undefined || readManifest(found).version !== wanted)
    throw new Error(`${manifest.name} needs ${dependency} ${wanted}, which the checkout does not have`);
  return found;
}

/** The commands of a package, as npm links them. */
function linkPrograms(name: string, project: string): void {
  const folder = join(project, "node_modules", name);
  for (const [command, file] of Object.entries(readManifest(folder).bin ?? {}))
    link(join(folder, file), join(project, "node_modules/.bin", command));
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
