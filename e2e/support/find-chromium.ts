import { existsSync, globSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../scripts/processes/run-program.ts";
import { installChromium } from "./install-chromium.ts";

/** What the search looks at; the machine's own values unless a test gives others. */
export type SearchPlace = {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
};

const THIS_MACHINE: SearchPlace = { platform: process.platform, environment: process.env, home: homedir() };

let found: Promise<string> | undefined;

/**
 * The path of a Chromium (or Chrome) that starts: the one named by `CHROMIUM_PATH`, one that is installed,
 * one in Playwright's cache, or one that this function installs. A headless shell, which has the same engine and no
 * window, is wanted more than a whole browser: it takes half the processor time. Looks once per process.
 *
 * @throws Error that says what was tried and what to do
 */
export function findChromium(): Promise<string> {
  found ??= search();
  return found;
}

async function search(): Promise<string> {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") {
    if (await starts(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, but no browser starts there. Correct it or unset it.`);
  }
  const attempts = await installUnlessPresent();
  const path = await installedChromium();
  if (path !== undefined) return path;
  throw new Error(
    [
      "No Chromium was found, and none could be installed.",
      `Looked at: ${candidatePaths(THIS_MACHINE).join(", ")}`,
      ...attempts.map((attempt) => `Tried: ${attempt}`),
      "Install Chromium or Chrome by hand, or set CHROMIUM_PATH to one, and run the tests again.",
    ].join("\n"),
  );
}

async function installUnlessPresent(): Promise<readonly string[]> {
  return (await isInstalled()) ? [] : await installChromium(isInstalled);
}

async function isInstalled(): Promise<boolean> {
  return (await installedChromium()) !== undefined;
}

async function installedChromium(): Promise<string | undefined> {
  for (const path of candidatePaths(THIS_MACHINE)) if (await starts(path)) return path;
  return undefined;
}

/** Every path where a browser may stand, the most wanted first; patterns are already expanded. */
export function candidatePaths(place: SearchPlace): readonly string[] {
  return [...systemPaths(place), ...playwrightPaths(place)];
}

function systemPaths({ platform, environment, home }: SearchPlace): readonly string[] {
  if (platform === "darwin") {
    const apps = ["Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome"];
    return ["/Applications", join(home, "Applications")].flatMap((folder) =>
      apps.map((app) => join(folder, app)),
    );
  }
  if (platform === "win32") {
    const folders = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].map((name) => environment[name]);
    const programs = ["Chromium/Application/chrome.exe", "Google/Chrome/Application/chrome.exe"];
    return folders.flatMap((folder) =>
      folder === undefined ? [] : programs.map((program) => join(folder, program)),
    );
  }
  const names = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
  ];
  return [
    ...names.flatMap((name) => ["/usr/bin", "/usr/local/bin"].map((folder) => join(folder, name))),
    "/snap/bin/chromium",
  ];
}

const CACHES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "Library/Caches/ms-playwright",
  win32: "AppData/Local/ms-playwright",
};

function playwrightPaths({ platform, environment, home }: SearchPlace): readonly string[] {
  const cache =
    environment["PLAYWRIGHT_BROWSERS_PATH"] ?? join(home, CACHES[platform] ?? ".cache/ms-playwright");
  const patterns = [
    ["chromium_headless_shell-*/*/{chrome-headless-shell,headless_shell}{,.exe}"],
    [
      "chromium-*/chrome-linux*/chrome",
      "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
      "chromium-*/chrome-win*/chrome.exe",
    ],
  ];
  // The newest of each kind first.
  return patterns.flatMap((ofOneKind) =>
    ofOneKind
      .flatMap((pattern) => globSync(join(cache, pattern)))
      .toSorted()
      .toReversed(),
  );
}

/** Some distributions leave a stub at the path that only says how to install the real thing, so it is asked. */
async function starts(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  // On Windows asking for the version opens a window instead.
  if (process.platform === "win32") return true;
  const { status, stdout } = await runProgram(path, ["--version"]);
  return status === 0 && /chrom/i.test(stdout);
}
