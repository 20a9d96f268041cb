import { expect, test } from "vitest";
import { readRepositoryFiles } from "./support/repository.ts";

const FILES = new Map(
  ["scripts/**/*.ts", "e2e/**/*.ts", "faults/**/*.ts", "packages/*/test/**/*.{ts,tsx}"].flatMap((pattern) => [
    ...readRepositoryFiles(pattern),
  ]),
);

/**
 * They start processes that live through several lives, take messages, or outlive the one that started them. Those of
 * `npm start` have no time limit: they run in the foreground until the user stops them.
 */
const OF_THEIR_OWN = [
  "packages/database/test/support/postgres/postgres-server.ts",
  "scripts/processes/exit-guard.ts",
  "scripts/processes/running-program.ts",
  "scripts/start/child-programs.ts",
  "scripts/test.ts",
];

test("no test, script or fault blocks its process while it waits for another one: no time limit would help", () => {
  const blocking = [...FILES].filter(([, text]) => /\b(?:execFile|exec|spawn)Sync\(/.test(text));
  expect(FILES.size).toBeGreaterThan(100);
  expect(blocking.map(([path]) => path)).toEqual([]);
});

test("programs are started by the helper that limits their time and shows their output", () => {
  const starting = [...FILES].filter(([, text]) => /^import .* from "node:child_process";$/m.test(text));
  expect(starting.map(([path]) => path).toSorted()).toEqual(OF_THEIR_OWN);
});
