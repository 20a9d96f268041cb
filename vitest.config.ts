import { join } from "node:path";
import { defineConfig, type UserWorkspaceConfig } from "vitest/config";
import { CountReporter } from "./scripts/vitest/count-reporter.ts";
import { workspaceSources } from "./scripts/vitest/workspace-sources.ts";

const SECOND = 1_000;
/** Files at a time. Most of a test's time goes by in waiting; what shares two cores well enough shares more. */
const TOGETHER = 2;
const NO_CONSOLE = join(import.meta.dirname, "scripts/vitest/no-console.ts");

const POSTGRES = join(import.meta.dirname, "packages/database/test/support/postgres/postgres-setup.ts");

/**
 * Modules are loaded once for all test files of a worker, so tests leave modules and globals as they found them;
 * a test of the repository rejects module mocks.
 */
const SHARED_MODULES = { isolate: false } as const;

const shared: UserWorkspaceConfig = {
  plugins: [workspaceSources()],
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
};

export default defineConfig({
  test: {
    reporters: ["default", new CountReporter()],
    projects: [
      {
        ...shared,
        test: {
          name: "scripts",
          root: "scripts",
          include: ["test/**/*.test.ts"],
          setupFiles: [NO_CONSOLE],
          testTimeout: 20 * SECOND,
        },
      },
      {
        ...shared,
        test: {
          name: "database",
          ...SHARED_MODULES,
          root: "packages/database",
          include: ["test/**/*.test.ts"],
          exclude: ["test/postgres/**"],
          maxWorkers: TOGETHER,
          setupFiles: [NO_CONSOLE],
          testTimeout: 20 * SECOND,
          hookTimeout: 30 * SECOND,
        },
      },
      {
        ...shared,
        test: {
          name: "database-postgres",
          ...SHARED_MODULES,
          root: "packages/database",
          include: ["test/postgres/**/*.test.ts"],
          globalSetup: [POSTGRES],
          maxWorkers: TOGETHER,
          setupFiles: [NO_CONSOLE],
          testTimeout: 20 * SECOND,
          hookTimeout: 30 * SECOND,
        },
      },
      {
        ...shared,
        test: {
          name: "service",
          root: "packages/service",
          include: ["test/**/*.test.ts"],
          maxWorkers: TOGETHER,
          setupFiles: [NO_CONSOLE],
          testTimeout: 20 * SECOND,
          hookTimeout: 30 * SECOND,
        },
      },
      {
        ...shared,
        test: {
          name: "server",
          ...SHARED_MODULES,
          root: "packages/server",
          include: ["test/**/*.test.{ts,tsx}"],
          maxWorkers: TOGETHER,
          setupFiles: [NO_CONSOLE],
          testTimeout: 20 * SECOND,
          hookTimeout: 30 * SECOND,
        },
      },
      {
        ...shared,
        test: {
          name: "server-postgres",
          ...SHARED_MODULES,
          root: "packages/server",
          // Whatever asks a database; the rest would only be the same again.
          include: [
            "test/{api,apply,security,store,token}/**/*.test.{ts,tsx}",
            "test/commands/workers.test.ts",
            "test/demo/demo-pages.test.ts",
            "test/docs/{http-api,storage}.test.ts",
            "test/http/{envelope,methods,query-parameters}.test.ts",
          ],
          exclude: [
            "test/api/survey-representation.test.ts",
            "test/apply/{declaration-json-schema,read-declaration}.test.ts",
            // Of the memory of one process, and not of the database.
            "test/security/guessing.test.ts",
          ],
          globalSetup: [POSTGRES],
          maxWorkers: TOGETHER,
          setupFiles: [NO_CONSOLE],
          testTimeout: 20 * SECOND,
          hookTimeout: 30 * SECOND,
        },
      },
      {
        ...shared,
        test: {
          name: "sdk",
          ...SHARED_MODULES,
          root: "packages/sdk",
          include: ["test/**/*.test.ts"],
          maxWorkers: TOGETHER,
          setupFiles: [NO_CONSOLE],
          testTimeout: 20 * SECOND,
          hookTimeout: 60 * SECOND,
        },
      },
      {
        ...shared,
        test: {
          name: "token-hub",
          ...SHARED_MODULES,
          root: "packages/token-hub",
          include: ["test/**/*.test.{ts,tsx}"],
          maxWorkers: TOGETHER,
          setupFiles: [NO_CONSOLE],
          testTimeout: 20 * SECOND,
          hookTimeout: 30 * SECOND,
        },
      },
      {
        ...shared,
        test: {
          name: "token-hub-postgres",
          ...SHARED_MODULES,
          root: "packages/token-hub",
          // What asks the database; the rest does not know which one it is.
          include: ["test/{store,several-hubs,users}/**/*.test.ts"],
          globalSetup: [POSTGRES],
          maxWorkers: TOGETHER,
          setupFiles: [NO_CONSOLE],
          testTimeout: 30 * SECOND,
          hookTimeout: 60 * SECOND,
        },
      },
      {
        ...shared,
        test: {
          name: "e2e",
          root: "e2e",
          include: ["**/*.test.ts"],
          testTimeout: 90 * SECOND,
          // A hook may have to install Chromium on a machine that has none.
          hookTimeout: 600 * SECOND,
          // Real processes and a browser are to share the machine with each other, and not with the rest.
          maxWorkers: TOGETHER,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...shared,
        test: {
          name: "e2e-postgres",
          root: "e2e",
          include: ["process.test.ts", "security/{canaries,crash,graceful-stop}.test.ts"],
          globalSetup: [POSTGRES],
          testTimeout: 90 * SECOND,
          hookTimeout: 60 * SECOND,
          maxWorkers: TOGETHER,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...shared,
        test: {
          name: "faults",
          root: "faults",
          include: ["test/**/*.test.ts"],
          testTimeout: 120 * SECOND,
          hookTimeout: 120 * SECOND,
          // What is broken on purpose keeps the machine busy: last, and not beside the rest.
          maxWorkers: TOGETHER,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
