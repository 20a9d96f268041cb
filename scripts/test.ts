import { once } from "node:events";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { runProgram } from "./processes/run-program.ts";

/** `npm test`: builds the programs, runs every test, and ends with `N passed, N failed` whatever went wrong. */

const ROOT = join(import.meta.dirname, "..");
const MINUTE = 60_000;
const BUILT_WITHIN_MS = 10 * MINUTE;
/** A busy machine takes several times as long as a quiet one. A run that hangs must not hang for ever. */
const RUN_WITHIN_MS = 40 * MINUTE;
/** With what they refer to, these are all programs and libraries. The types of tests are checked by `npm run check`. */
const BUILT = ["packages/server", "packages/token-hub", "packages/sdk/src/node"];
const COUNTS = /^\d+ passed, \d+ failed$/;

async function main(): Promise<number> {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const build = await runProgram(process.execPath, [compiler, "-b", "--force", ...BUILT], {
    cwd: ROOT,
    withinMilliseconds: BUILT_WITHIN_MS,
  });
  process.stdout.write(build.stdout + build.stderr);
  if (build.status !== 0) return fail("The build failed; no test was run.");
  const tests = await runVitest(process.argv.slice(2));
  if (tests.isLate)
    return fail(`The tests did not end within ${RUN_WITHIN_MS / MINUTE} minutes and were stopped.`);
  return COUNTS.test(tests.lastLine) ? tests.status : fail("The test run ended without a count.");
}

type TestRun = { readonly status: number; readonly lastLine: string; readonly isLate: boolean };

/** Runs the tests; a run that takes too long gets a minute to tidy up, and is killed. */
async function runVitest(options: readonly string[]): Promise<TestRun> {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", ...options], {
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
  const [status] = ending;
  return {
    status: typeof status === "number" ? status : 1,
    isLate,
    lastLine: tail.trimEnd().split("\n").at(-1) ?? "",
  };
}

function fail(reason: string): number {
  process.stderr.write(`${reason}\n`);
  process.stdout.write("0 passed, 1 failed\n");
  return 1;
}

process.exitCode = await main();
