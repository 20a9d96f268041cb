import { join } from "node:path";
import { installFromDebian, mayInstallFromDebian } from "./install-from-debian.ts";
import { runInstaller } from "./run-installer.ts";

/** One way to install a browser: in words, when it is possible at all, and how. */
type Way = {
  readonly says: string;
  readonly isPossible: () => Promise<boolean>;
  readonly run: () => Promise<string | undefined>;
};

const PLAYWRIGHT = join(import.meta.dirname, "../../node_modules/playwright-core/cli.js");

const WAYS: readonly Way[] = [
  {
    says: "apt-get install chromium-headless-shell",
    isPossible: mayInstallFromDebian,
    run: () => installFromDebian("chromium-headless-shell"),
  },
  {
    says: "apt-get install chromium",
    isPossible: mayInstallFromDebian,
    run: () => installFromDebian("chromium"),
  },
  {
    says: "playwright-core install chromium-headless-shell",
    isPossible: () => Promise.resolve(true),
    run: installFromPlaywright,
  },
];

/**
 * Tries each way in turn until a browser is there.
 *
 * @param isThere asked after each attempt
 * @returns one sentence per attempt, for the person who has to help out
 */
export async function installChromium(isThere: () => Promise<boolean>): Promise<readonly string[]> {
  const attempts: string[] = [];
  for (const way of WAYS) {
    if (!(await way.isPossible())) continue;
    process.stderr.write(`No Chromium found; trying: ${way.says}\n`);
    const problem = await way.run();
    if (await isThere()) return attempts;
    attempts.push(
      `${way.says}: ${problem ?? "it ended well, but no browser that starts was found afterwards"}`,
    );
  }
  return attempts;
}

async function installFromPlaywright(): Promise<string | undefined> {
  // The system libraries that the browser needs can only be installed by root.
  const withLibraries = (await mayInstallFromDebian()) ? ["--with-deps"] : [];
  const words = [PLAYWRIGHT, "install", ...withLibraries, "chromium-headless-shell"];
  return await runInstaller(process.execPath, words);
}
