import { once } from "node:events";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { runProgram } from "./processes/run-program.ts";
import { deepProjects, quickProjects } from "./vitest/projects.ts";

/**
 * `npm test` builds the programs, runs the quick projects, and ends with `N passed, N failed` whatever went wrong.
 * `npm run test:deep` does the same with everything else, and plants every bug of the list.
 */

const ROOT = join(import.meta.dirname, "..");
const MINUTE = 60_000;
const BUILT_WITHIN_MS = 10 * MINUTE;
/** A busy machine takes several times as long as a quiet one. A run that hangs must not hang for ever. */
const RUN_WITHIN_MS = 40 * MINUTE;
/** With what they refer to, these are all programs and libraries. The types of tests are checked by `npm run check`. */
const BUILT = ["packages/server", "packages/token-hub", "packages/sdk/src/node"];
const COUNTS = /^(\d+) passed, (\d+) failed$/;
const DEEP = "--deep";

type Counts = { readonly passed: number; readonly failed: number };

async function main(options: readonly string[]): Promise<Counts> {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const build = await runProgram(process.execPath, [compiler, "-b", "--force", ...BUILT], {
    cwd: ROOT,
    withinMilliseconds: BUILT_WITHIN_MS,
  });
  process.stdout.write(build.stdout + build.stderr);
  if (build.status !== 0) return fail("The build failed; no test was run.");
  const isDeep = options.includes(DEEP);
  const projects = (isDeep ? deepProjects : quickProjects).map(({ name }) => `--project=${name}`);
  const others = options.filter((option) => option !== DEEP);
  const tests = await runCounted(["node_modules/vitest/vitest.mjs", "run", ...projects, ...others]);
  // With other options, some of the tests are wanted.
  if (!isDeep || others.length > 0) return tests;
  const planted = await runCounted(["scripts/planted-bugs.ts", "--after-tests"]);
  return { passed: tests.passed + planted.passed, failed: tests.failed + planted.failed };
}

/** Runs a script that ends with its counts; one that takes too long gets a minute to tidy up, and is killed. */
async function runCounted([script = "", ...parameters]: readonly string[]): Promise<Counts> {
  const child = spawn(process.execPath, [join(ROOT, script), ...parameters], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}) },
  });
  let tail = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    process.stdout.write(text);
    tail = (tail + text).slice(-200);
  });
  let isLate = false;
  const timers = [
    setTimeout(() => (isLate = child.kill("SIGTERM")), RUN_WITHIN_MS),
    setTimeout(() => {
      child.kill("SIGKILL");
      // A process that the run leaves behind may hold its output open.
      child.stdout.destroy();
    }, RUN_WITHIN_MS + MINUTE),
  ];
  const ending: readonly unknown[] = await once(child, "close");
  for (const timer of timers) clearTimeout(timer);
  if (isLate) return fail(`${script} did not end within ${RUN_WITHIN_MS / MINUTE} minutes and was stopped.`);
  const [, passed, failed] = COUNTS.exec(tail.trimEnd().split("\n").at(-1) ?? "") ?? [];
  if (passed === undefined) return fail(`${script} ended without a count.`);
  const hasFailed = ending[0] !== 0 && failed === "0";
  return hasFailed ? fail(`${script} failed.`) : { passed: Number(passed), failed: Number(failed) };
}

function fail(reason: string): Counts {
  process.stderr.write(`${reason}\n`);
  return { passed: 0, failed: 1 };
}

const { passed, failed } = await main(process.argv.slice(2));
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
