import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

/** Switches the browser's own background requests off: it requests only the pages of the test. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/** What a page runs is over before optimizing it would pay. */
const UNOPTIMIZED = "--js-flags=--max-lazy --no-opt --no-maglev";

/** Starts a headless Chromium, with its sandbox unless the process is root, where Chromium refuses to have one. */
export async function openBrowser(switches: readonly string[] = []): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({
    executablePath: await findChromium(),
    chromiumSandbox: !isRoot,
    args: [...QUIET, UNOPTIMIZED, ...switches, ...(isRoot ? ["--no-sandbox"] : [])],
  });
}
