import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { runProgram } from "../processes/run-program.ts";
import type { Engine } from "./planted-bug.ts";
import { projectsOf } from "./projects-of.ts";

/** For each test file. A test that hangs is not a test that fails. */
const LIMIT_MILLISECONDS = 300_000;

/** Result of a run of tests. A test file that cannot be loaded proves nothing, so that is a problem. */
export type TestRun = { readonly failed: readonly string[]; readonly problem?: string };

/**
 * Runs test files in a copy of the checkout.
 *
 * @param options.isBailing stop at the first failure
 */
export async function runTests(
  folder: string,
  files: readonly string[],
  options: { readonly engine: Engine; readonly isBailing: boolean },
): Promise<TestRun> {
  const report = join(folder, "planted-bugs-report.json");
  rmSync(report, { force: true });
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const projects = new Set(files.flatMap((file) => projectsOf(file, options.engine)));
  const onlyIn = [...projects].map((name) => `--project=${name}`);
  const reporting = ["--reporter=json", `--outputFile=${report}`];
  const bail = options.isBailing ? ["--bail=1"] : [];
  const parameters = [vitest, "run", ...files, ...onlyIn, ...reporting, ...bail];
  try {
    const limits = { cwd: folder, withinMilliseconds: LIMIT_MILLISECONDS * files.length };
    const { stdout, stderr } = await runProgram(process.execPath, parameters, limits);
    if (!existsSync(report)) return { failed: [], problem: `no result:\n${stdout}\n${stderr}` };
    return readReport(readFileSync(report, "utf8"), files);
  } catch (error) {
    return { failed: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The form of vitest's JSON report, as far as it is looked at. */
type Report = {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly Result[] }[];
};
type Result = {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages: readonly string[];
};

function readReport(text: string, files: readonly string[]): TestRun {
  const { testResults } = JSON.parse(text) as Report; // vitest's own
  const ran = testResults.filter(({ assertionResults }) => assertionResults.length > 0);
  const missing = files.filter((file) => !ran.some(({ name }) => name.endsWith(file)));
  const failed = ran
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join(" ").slice(0, 500)}`);
  if (missing.length === 0) return { failed };
  return { failed, problem: `no test was run in ${missing.map((name) => basename(name)).join(", ")}` };
}
