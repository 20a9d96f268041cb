import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProgram } from "../../../../../scripts/processes/run-program.ts";

const sop = join(import.meta.dirname, "../../../bin/sop.js");

/** The Node of the machine and not of the checkout, when it is too old for the platform; undefined without one. */
async function findOldNode(): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"));
  const programs = folders.map((folder) => join(folder, "node")).filter((path) => existsSync(path));
  for (const path of programs) {
    const { stdout } = await runProgram(path, ["--version"]);
    if (Number(/^v(\d+)/.exec(stdout)?.[1]) < 24) return path;
  }
  return undefined;
}

const oldNode = await findOldNode();

describe("sop on a Node that is too old", () => {
  test.skipIf(oldNode === undefined).each(["--version", "serve", "demo"])(
    "says what sop %s needs, and shows no stack (skipped where no old Node is installed)",
    async (word) => {
      const { status, stdout, stderr } = await runProgram(oldNode ?? "", [sop, word]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(/^sop needs Node 24\.7 or newer; this is Node \d+\.\d+\.\d+\.\n/);
      expect(stderr).not.toContain("    at ");
    },
  );
});
