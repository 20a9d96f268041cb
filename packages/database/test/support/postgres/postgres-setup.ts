import type { TestProject } from "vitest/node";
import { PostgresOfRun, type PostgresAccess } from "./postgres-of-run.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Absent where the tests run on SQLite. */
    readonly postgres: PostgresAccess;
  }
}

/** Every project loads this file for itself; what they have in common hangs where each of them finds it. */
const COMMON = Symbol.for("survey-open-platform.postgres-of-run");

interface Common {
  readonly run: Promise<PostgresOfRun>;
  projects: number;
}

const place: typeof globalThis & { [COMMON]?: Common } = globalThis;

/** Before the first test of a project that wants a PostgreSQL: starts the one of this run, or joins in. */
export async function setup(project: TestProject): Promise<void> {
  const common = (place[COMMON] ??= { run: PostgresOfRun.begin(), projects: 0 });
  common.projects += 1;
  const run = await common.run;
  project.provide("postgres", run.access);
  project.onTestsRerun(() => run.dropDatabases());
}

/** After the last test of the last such project. */
export async function teardown(): Promise<void> {
  const common = place[COMMON];
  if (common === undefined) return;
  common.projects -= 1;
  if (common.projects > 0) return;
  delete place[COMMON];
  await (await common.run).end();
}
