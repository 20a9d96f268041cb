import { join } from "node:path";
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
});
