import { expect, test } from "vitest";
import { readRepositoryFiles } from "./support/repository.ts";

/** What replaces or reloads a module, and so changes it for the other test files of the worker. */
const REPLACES_MODULES = /\bvi\s*\.\s*(?:mock|doMock|resetModules|stubGlobal|stubEnv)\b/;

test("no test replaces a module or stubs a global: all test files of a worker share them", () => {
  const tests = readRepositoryFiles("packages/*/test/**/*.{ts,tsx}");
  expect(tests.size).toBeGreaterThan(200);
  const replacing = [...tests].filter(([, text]) => REPLACES_MODULES.test(text));
  expect(replacing.map(([path]) => path)).toEqual([]);
});
