import { describe, expect, test } from "vitest";
import { findViolations } from "./support/import-rules.ts";
import { readRepositoryFiles } from "./support/repository.ts";
import { parseModule } from "./support/source-module.ts";

/** What the rules say about a few made-up files. */
function judge(files: Readonly<Record<string, string>>): readonly string[] {
  return findViolations(Object.entries(files).map(([path, text]) => parseModule(path, text)));
}

const SERVER = "packages/server/src";

describe("the sources of every package", () => {
  test("follow the directions of imports, without cycles, default exports, barrels or unexplained casts", () => {
    const files = readRepositoryFiles("packages/*/src/**/*.{ts,tsx}");
    expect(files.size).toBeGreaterThan(10);
    expect(findViolations([...files].map(([path, text]) => parseModule(path, text)))).toEqual([]);
  });
});

describe("the rules", () => {
  test("let a room import lower floors, its own files and the foundation", () => {
    const problems = judge({
      [`${SERVER}/main.ts`]: 'import { app } from "./app.ts";',
      [`${SERVER}/credentials/grant.ts`]:
        'import { a } from "../store/store.ts"; import { b } from "./other.ts"; import "../errors.ts";',
      [`${SERVER}/errors.ts`]:
        'import type { Config } from "./config/settings.ts"; import type { User } from "./model/user.ts";',
    });
    expect(problems).toEqual([]);
  });

  test.each([
    ["a feature that imports its sibling", `${SERVER}/credentials/a.ts`, 'import { b } from "../api/b.ts";'],
    [
      "a lower floor that imports a higher one",
      `${SERVER}/store/a.ts`,
      'import { b } from "../session/b.ts";',
    ],
    [
      "a type import against the direction",
      `${SERVER}/model/a.ts`,
      'import type { B } from "../store/b.ts";',
    ],
    [
      "an inline type import against the direction",
      `${SERVER}/model/a.ts`,
      'export type A = import("../http/b.ts").B;',
    ],
    ["a dynamic import against the direction", `${SERVER}/http/a.ts`, 'await import("../app.ts");'],
    [
      "an export from against the direction",
      `${SERVER}/http/a.ts`,
      'export { b } from "../credentials/b.ts"; export const a = 1;',
    ],
    ["a model that imports the foundation", `${SERVER}/model/a.ts`, 'import { b } from "../clock.ts";'],
    ["a file in an unknown room", `${SERVER}/helpers/a.ts`, 'import { b } from "../clock.ts";'],
    [
      "a driver named outside packages/database",
      `${SERVER}/store/a.ts`,
      'import { DatabaseSync } from "node:sqlite";',
    ],
    [
      "a package that reaches into another by path",
      `${SERVER}/store/a.ts`,
      'import { b } from "../../../database/src/b.ts";',
    ],
    ["a server that imports the SDK", `${SERVER}/api/a.ts`, 'import { b } from "@survey-open-platform/sdk";'],
    [
      "an SDK that imports the server",
      "packages/sdk/src/a.ts",
      'import { b } from "@survey-open-platform/server";',
    ],
    ["an SDK with a dependency", "packages/sdk/src/a.ts", 'import { b } from "node:crypto";'],
    ["a default export", `${SERVER}/api/a.ts`, "export default 1;"],
    ["a default export by name", `${SERVER}/api/a.ts`, "const a = 1; export { a as default };"],
    ["a barrel", `${SERVER}/api/index.ts`, 'export * from "./b.ts"; export { c } from "./c.ts";'],
    ["a cast without a reason", `${SERVER}/api/a.ts`, "export const a = JSON.parse(text) as string;"],
  ])("refuse %s", (_, path, text) => {
    expect(judge({ [path]: text })).toHaveLength(1);
  });

  test("refuse files that import each other, however long the way round", () => {
    const cycle = judge({
      [`${SERVER}/api/a.ts`]: 'import { b } from "./b.ts";',
      [`${SERVER}/api/b.ts`]: 'import type { C } from "./c.ts";',
      [`${SERVER}/api/c.ts`]: 'import { a } from "./a.ts";',
    });
    expect(cycle).toEqual([
      `import cycle: ${SERVER}/api/a.ts -> ${SERVER}/api/b.ts -> ${SERVER}/api/c.ts -> ${SERVER}/api/a.ts`,
    ]);
  });

  test("take a package's entry for no barrel, and a cast with its reason for explained", () => {
    const problems = judge({
      "packages/database/src/index.ts": 'export { a } from "./a.ts";',
      [`${SERVER}/api/b.ts`]:
        "// The table guarantees it.\nexport const b = row.x as string;\nexport const c = [1] as const;",
    });
    expect(problems).toEqual([]);
  });
});
