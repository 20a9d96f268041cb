import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packPackage } from "../../scripts/packages/pack-package.ts";
import { withDependencies } from "../../scripts/packages/workspace-packages.ts";
import { outsideEnvironment } from "../../scripts/processes/environments.ts";
import { outputOf } from "../../scripts/processes/run-program.ts";
import { startPlatform } from "../support/platform-process.ts";

const SERVER = "@survey-open-platform/server";
const OPTIONS = ["--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];

test("npm installs the packed packages into an empty folder, where the platform starts, serves and stops", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sop-registry-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tarballs = await Promise.all(withDependencies(SERVER).map((one) => packPackage(one.folder, folder)));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const files = tarballs.map((path) => `./${basename(path)}`);
  await outputOf("npm", ["install", ...OPTIONS, ...files], {
    cwd: folder,
    env: outsideEnvironment(),
    shell: process.platform === "win32",
    withinMilliseconds: 300_000,
  });
  const program = join(folder, "node_modules", SERVER, "bin/sop.js");
  await using platform = await startPlatform({ program, environment: { SOP_WORKERS: "2" } });
  expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
});
