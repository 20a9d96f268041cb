import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { candidatePaths } from "./support/find-chromium.ts";
import { openBrowser } from "./support/open-browser.ts";

describe("the browser of the tests", () => {
  test("a Chromium is found or installed, and shows a page without any network", async () => {
    await using browser = await openBrowser();
    const page = await browser.newPage();
    await page.setContent("<title>hello</title>");
    expect(await page.title()).toBe("hello");
  });

  test("a CHROMIUM_PATH where no browser starts is refused in words that say so", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("CHROMIUM_PATH", process.execPath);
    vi.resetModules();
    const { findChromium } = await import("./support/find-chromium.ts");
    await expect(findChromium()).rejects.toThrow(
      `CHROMIUM_PATH is ${process.execPath}, but no browser starts there.`,
    );
  });

  test.each([
    ["linux", "/usr/bin/chromium"],
    ["darwin", "/Applications/Chromium.app/Contents/MacOS/Chromium"],
    ["win32", join("C:/Programs", "Google/Chrome/Application/chrome.exe")],
  ] as const)("on %s it is looked for where it is usually installed", (platform, expected) => {
    const paths = candidatePaths({
      platform,
      environment: { PROGRAMFILES: "C:/Programs" },
      home: "/home/somebody",
    });
    expect(paths).toContain(expected);
  });

  test("a headless shell is wanted more than a whole browser, and of shells the newest", () => {
    const cache = mkdtempSync(join(tmpdir(), "sop-browsers-"));
    onTestFinished(() => rmSync(cache, { recursive: true }));
    const put = (path: string): string => {
      mkdirSync(join(cache, dirname(path)), { recursive: true });
      writeFileSync(join(cache, path), "");
      return join(cache, path);
    };
    const shell = "chrome-headless-shell-linux64/chrome-headless-shell";
    const whole = put("chromium-1202/chrome-linux64/chrome");
    const older = put(join("chromium_headless_shell-1200", shell));
    const newer = put(join("chromium_headless_shell-1201", shell));
    const environment = { PLAYWRIGHT_BROWSERS_PATH: cache };
    const paths = candidatePaths({ platform: "linux", environment, home: "/home/somebody" });
    expect(paths[0]).toBe("/usr/bin/chromium-headless-shell");
    expect(paths.slice(-3)).toEqual([newer, older, whole]);
  });
});
