import { once } from "node:events";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { runProgram } from "./processes/run-program.ts";

/** `npm test`: builds everything, runs every test, and ends with `N passed, N failed` whatever went wrong. */

const ROOT = join(import.meta.dirname, "..");
const BUILT_WITHIN_MS = 600_000;
const COUNTS = /^\d+ passed, \d+ failed$/;

async function main(): Promise<number> {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const build = await runProgram(process.execPath, [compiler, "-b"], {
    cwd: ROOT,
    withinMilliseconds: BUILT_WITHIN_MS,
  });
  process.stdout.write(build.stdout + build.stderr);
  if (build.status !== 0) return fail("The build failed; no test was run.");
  const tests = await runVitest(process.argv.slice(2));
  return COUNTS.test(tests.lastLine) ? tests.status : fail("The test run ended without a count.");
}

async function runVitest(options: readonly string[]): Promise<{ status: number; lastLine: string }> {
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
  const ending: readonly unknown[] = await once(child, "close");
  const [status] = ending;
  return {
    status: typeof status === "number" ? status : 1,
    lastLine: tail.trimEnd().split("\n").at(-1) ?? "",
  };
}

function fail(reason: string): number {
  process.stderr.write(`${reason}\n`);
  process.stdout.write("0 passed, 1 failed\n");
  return 1;
}

process.exitCode = await main();
