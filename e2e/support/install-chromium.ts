import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** One way to install a browser: in words, when it is possible at all, and how. */
type Way = {
  readonly says: string;
  readonly isPossible: () => boolean;
  readonly run: () => Promise<string | undefined>;
};

const MINUTE = 60_000;
const PLAYWRIGHT = join(import.meta.dirname, "../../node_modules/playwright-core/cli.js");

const WAYS: readonly Way[] = [
  { says: "apt-get install chromium", isPossible: hasApt, run: installFromDebian },
  { says: "playwright-core install chromium", isPossible: () => true, run: installFromPlaywright },
];

/**
 * Tries each way in turn until a browser is there.
 *
 * @param isThere asked after each attempt
 * @returns one sentence per attempt, for the person who has to help out
 */
export async function installChromium(isThere: () => boolean): Promise<readonly string[]> {
  const attempts: string[] = [];
  for (const way of WAYS.filter(({ isPossible }) => isPossible())) {
    process.stderr.write(`No Chromium found; trying: ${way.says}\n`);
    const problem = await way.run();
    if (isThere()) return attempts;
    attempts.push(
      `${way.says}: ${problem ?? "it ended well, but no browser that starts was found afterwards"}`,
    );
  }
  return attempts;
}

function hasApt(): boolean {
  return process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
}

async function installFromDebian(): Promise<string | undefined> {
  const options = ["-q", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300"];
  const problem = await patiently(() => run("apt-get", ["-q", "update"]));
  return problem ?? (await patiently(() => run("apt-get", [...options, "install", "chromium"])));
}

/** Somebody else may hold apt's locks for a while; its own waiting does not cover the package lists. */
async function patiently(attempt: () => Promise<string | undefined>): Promise<string | undefined> {
  for (let tries = 0; ; tries += 1) {
    const problem = await attempt();
    if (problem === undefined || tries >= 30 || !/could not get lock|unable to lock/i.test(problem))
      return problem;
    await sleep(10_000);
  }
}

async function installFromPlaywright(): Promise<string | undefined> {
  // The system libraries that the browser needs can only be installed by root.
  const withLibraries = hasApt() ? ["--with-deps"] : [];
  return await run(process.execPath, [PLAYWRIGHT, "install", ...withLibraries, "chromium"]);
}

/** Runs a command to its end; what it printed last is the problem, if there was one. */
async function run(command: string, parameters: readonly string[]): Promise<string | undefined> {
  const child = spawn(command, parameters, {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 8 * MINUTE,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const status = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  return status === 0 ? undefined : `${String(status)}: ${output.trim().slice(-600)}`;
}
