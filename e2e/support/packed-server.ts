import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PACKAGES = ["packages/database", "packages/service", "packages/server"];

/** The environment of somebody who has never heard of this checkout. */
function outside(): Readonly<Record<string, string | undefined>> {
  const own = /^(npm_|NODE_|VITEST)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

/** Packs what an installation needs. @returns the names of the files, in the order database, service, server */
export function packInto(folder: string): readonly string[] {
  return PACKAGES.map((name) => {
    const printed = npm(["pack", "--json", "--pack-destination", folder], join(ROOT, name));
    const [packed] = Object.values<{ readonly filename: string }>(JSON.parse(printed));
    return packed?.filename ?? "";
  });
}

/** An empty project with the packed packages installed, as an installation has them. It is gone with the test. */
export function installPacked(): string {
  const folder = mkdtempSync(join(tmpdir(), "sop-packed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tarballs = packInto(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const options = ["--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  npm(["install", ...options, ...tarballs.map((name) => `./${name}`)], folder);
  return folder;
}

function npm(parameters: readonly string[], cwd: string): string {
  return execFileSync("npm", parameters, {
    cwd,
    env: outside(),
    encoding: "utf8",
    stdio: "pipe",
    shell: process.platform === "win32",
  });
}
