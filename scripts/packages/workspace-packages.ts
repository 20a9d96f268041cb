import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./pack-package.ts";

/** The part of a package's manifest that says what it is called and what it needs. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package of this repository. */
export interface WorkspacePackage {
  /** Its folder, as an absolute path. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export function readManifest(folder: string): Manifest {
  // npm has read it already.
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Every package below `packages/`, by its name. */
export function workspacePackages(): ReadonlyMap<string, WorkspacePackage> {
  const folders = globSync("packages/*/package.json", { cwd: ROOT }).map((file) => join(ROOT, dirname(file)));
  const packages = folders.map((folder) => ({ folder, manifest: readManifest(folder) }));
  return new Map(packages.map((one) => [one.manifest.name, one]));
}

/** A package and the packages of this repository that it depends on, each after those that it needs. */
export function withDependencies(name: string): readonly WorkspacePackage[] {
  const all = workspacePackages();
  const found = new Map<string, WorkspacePackage>();
  const visit = (one: string): void => {
    const workspacePackage = all.get(one);
    if (workspacePackage === undefined || found.has(one)) return;
    Object.keys(workspacePackage.manifest.dependencies ?? {}).forEach(visit);
    found.set(one, workspacePackage);
  };
  visit(name);
  return [...found.values()];
}
