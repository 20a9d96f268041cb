import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { packPackage, ROOT, unpackPackage } from "../../../../scripts/packages/pack-package.ts";
import { outsideEnvironment } from "../../../../scripts/processes/environments.ts";
import { outputOf } from "../../../../scripts/processes/run-program.ts";

/** An empty project that has the packed SDK installed, and nothing else. */
export interface PackedProject {
  readonly folder: string;
  readonly tarball: string;
  /** Where the SDK is in it. */
  readonly sdk: string;
}

/** Builds and packs the SDK, and installs the tarball into an empty project without a network. */
export async function installPackedSdk(): Promise<PackedProject> {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  await runNode([compiler, "-b", "packages/sdk/src/node"], ROOT);
  const folder = mkdtempSync(join(tmpdir(), "sdk-packed-"));
  const tarball = await packPackage(join(ROOT, "packages/sdk"), folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  const sdk = join(folder, "node_modules/@survey-open-platform/sdk");
  await unpackPackage(tarball, sdk);
  return { folder, tarball, sdk };
}

/** How a program is run outside the checkout. */
export interface OutsideOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The Node to take; the one of the checkout unless given. */
  readonly node?: string;
}

/**
 * Runs a program on Node as a user who has no checkout.
 *
 * @returns what it printed
 * @throws Error with what it printed when it fails
 */
export function runNode(
  parameters: readonly string[],
  cwd: string,
  { environment, node = process.execPath }: OutsideOptions = {},
): Promise<string> {
  return outputOf(node, parameters, { cwd, env: { ...outsideEnvironment(), ...environment } });
}

/** The Node of the machine, as opposed to the one that comes with the checkout; undefined where there is none. */
export function machineNode(): string | undefined {
  const name = process.platform === "win32" ? "node.exe" : "node";
  return (outsideEnvironment()["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
