import { once } from "node:events";
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";

/** `npm test`: builds everything, runs every test, and ends with `N passed, N failed` whatever went wrong. */

const ROOT = join(import.meta.dirname, "..");
const COUNTS = /^\d+ passed, \d+ failed$/;

async function main(): Promise<number> {
  const build = spawnSync("npm", ["run", "build", "--silent"], {
    cwd: ROOT,
    stdio: "inherit",
    shell: isWindows(),
  });
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

function isWindows(): boolean {
  return process.platform === "win32";
}

process.exitCode = await main();
