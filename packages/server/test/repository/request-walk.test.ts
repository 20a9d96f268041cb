import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRepositoryFile, ROOT } from "./support/repository.ts";

/** The first column of the table, as paths from the root. */
function filesOfTheWalk(): readonly string[] {
  const rows = readRepositoryFile("packages/server/README.md").matchAll(/^\| (?:`(\w+)`: )?`([\w/.-]+)`/gm);
  return [...rows].map(([, workspace = "server", file = ""]) => `packages/${workspace}/src/${file}`);
}

test("the walk of a request names twelve files, each of which exists", () => {
  const files = filesOfTheWalk();
  expect(files).toHaveLength(12);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
