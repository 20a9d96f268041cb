import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { root, run } from "./support/packed-sdk.ts";

const index = join(root, "packages/sdk/src/index.ts");

/** Bytes of what a bundler makes of a program, minified and gzipped. */
function sizeOf(program: string): number {
  const folder = mkdtempSync(join(tmpdir(), "sdk-size-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "program.ts"), program);
  const rolldown = join(root, "node_modules/rolldown/bin/cli.mjs");
  const bundle = join(folder, "bundle.js");
  run(process.execPath, [rolldown, "program.ts", "--file", bundle, "--minify", "--format", "esm"], folder);
  return gzipSync(readFileSync(bundle), { level: 9 }).byteLength;
}

test("the core with everything that it exports is smaller than 12 KB, minified and gzipped", () => {
  const size = sizeOf(`export * from ${JSON.stringify(index)};`);
  expect(size).toBeGreaterThan(2_000);
  expect(size).toBeLessThan(12_000);
});

test("a bundler leaves out what a program does not use", () => {
  const size = sizeOf(`export { readCallback } from ${JSON.stringify(index)};`);
  expect(size).toBeLessThan(1_800);
});
