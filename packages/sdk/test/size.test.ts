import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../../../scripts/packages/pack-package.ts";
import { runNode } from "./support/packed-sdk.ts";

const index = join(ROOT, "packages/sdk/src/index.ts");

/** Bytes of what a bundler makes of a program, minified and gzipped. */
async function sizeOf(program: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "sdk-size-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "program.ts"), program);
  const rolldown = join(ROOT, "node_modules/rolldown/bin/cli.mjs");
  const bundle = join(folder, "bundle.js");
  await runNode([rolldown, "program.ts", "--file", bundle, "--minify", "--format", "esm"], folder);
  return gzipSync(readFileSync(bundle), { level: 9 }).byteLength;
}

test("the core with everything that it exports is smaller than 13 KB, minified and gzipped", async () => {
  const size = await sizeOf(`export * from ${JSON.stringify(index)};`);
  expect(size).toBeGreaterThan(2_000);
  expect(size).toBeLessThan(13_312);
});

test("a bundler leaves out what a program does not use", async () => {
  const size = await sizeOf(`export { readCallback } from ${JSON.stringify(index)};`);
  expect(size).toBeLessThan(2_000);
});
