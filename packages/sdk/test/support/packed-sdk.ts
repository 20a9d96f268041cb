import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** The root of the checkout. */
export const root = join(import.meta.dirname, "../../../..");

const sdk = join(root, "packages/sdk");

/** The environment of somebody who has never heard of this checkout. */
const outside = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/i.test(name))),
  PATH: (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .join(delimiter),
};

/** An empty project that has the packed SDK installed, and nothing else. */
export interface PackedProject {
  readonly folder: string;
  readonly tarball: string;
}

/** Builds and packs the SDK, and installs the tarball into an empty project without a network. */
export function installPacked(): PackedProject {
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", "packages/sdk/src/node"], root);
  const folder = mkdtempSync(join(tmpdir(), "sdk-packed-"));
  const packed = run("npm", ["pack", "--json", "--pack-destination", folder], sdk);
  const tarball = join(folder, readdirOfPack(packed));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball], folder);
  return { folder, tarball };
}

function readdirOfPack(json: string): string {
  const [packed] = Object.values<{ readonly filename: string }>(JSON.parse(json));
  return packed?.filename ?? "";
}

/** Runs a program to its end. @returns what it printed @throws Error with what it printed when it fails */
export function run(program: string, parameters: readonly string[], cwd: string): string {
  const shell = process.platform === "win32" && program === "npm";
  return execFileSync(program, parameters, { cwd, env: outside, encoding: "utf8", stdio: "pipe", shell });
}

/** Runs a program in the project while this process goes on. @returns what it printed */
export async function runBeside(
  node: string,
  file: string,
  { cwd, environment }: { readonly cwd: string; readonly environment: Readonly<Record<string, string>> },
): Promise<string> {
  const child = spawn(node, [file], { cwd, env: { ...outside, ...environment } });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const ending: readonly unknown[] = await once(child, "close");
  if (ending[0] !== 0) throw new Error(`${file} ended with ${String(ending[0])}:\n${printed}`);
  return printed;
}

/** The Node of the machine, as opposed to the one that comes with the checkout; undefined where there is none. */
export function machineNode(): string | undefined {
  const name = process.platform === "win32" ? "node.exe" : "node";
  return outside.PATH.split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
