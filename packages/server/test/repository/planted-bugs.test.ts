import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./support/repository.ts";

test("every planted bug has its one place in the sources, and tests that are to notice it", () => {
  const program = join(ROOT, "scripts/planted-bugs.ts");
  const { stdout, stderr } = spawnSync(process.execPath, [program, "--check"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(Number(/^(\d+) mistakes/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(40);
});
