import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";

const sop = join(import.meta.dirname, "../../bin/sop.js");

/** The Node of the machine and not of the checkout, when it is too old for the platform; undefined without one. */
function findOldNode(): string | undefined {
  const folders = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"));
  const programs = folders.map((folder) => join(folder, "node")).filter((path) => existsSync(path));
  return programs.find((path) => {
    const major = Number(/^v(\d+)/.exec(spawnSync(path, ["--version"], { encoding: "utf8" }).stdout)?.[1]);
    return major < 24;
  });
}

const oldNode = findOldNode();

describe("sop on a Node that is too old", () => {
  test.skipIf(oldNode === undefined).each(["--version", "serve", "demo"])(
    "says what sop %s needs, and shows no stack (skipped where no old Node is installed)",
    (word) => {
      const { status, stdout, stderr } = spawnSync(oldNode ?? "", [sop, word], { encoding: "utf8" });
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(/^sop needs Node 24\.7 or newer; this is Node \d+\.\d+\.\d+\.\n/);
      expect(stderr).not.toContain("    at ");
    },
  );
});
