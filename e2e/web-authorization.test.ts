import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentials, writeDeclaration } from "./support/declaration-file.ts";
import { runExample } from "./support/example-process.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform } from "./support/platform-process.ts";
import { signInToConsent, startStage } from "./support/stage.ts";

const allowButton = "button[name=decision][value=allow]";
const revokeLink = "a[href^='/account/applications/revoke?']";

async function headingOf(page: Page): Promise<string> {
  // A second click aborts the navigation of the first one, which would end a wait for a navigation.
  await expect.poll(() => page.url()).toMatch(/\/callback\?/);
  return page.locator("h1").innerText();
}

describe("an application that knows nothing but the interface", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("shows a person their surveys after they allowed it, and is gone from their list after they took it back", async () => {
    await using stage = await startStage(browser);
    const { page, platform, application } = stage;
    await signInToConsent(page, application.url);
    expect(await page.locator("main").innerText()).toContain(new URL(application.url).origin);
    await page.locator(allowButton).click();
    expect(await headingOf(page)).toBe("Surveys of Ada Lovelace");
    expect(await page.locator("li").allInnerTexts()).toEqual([
      expect.stringContaining("Customers 2026 客户"),
    ]);
    // The link to the consent page ends with a fragment; none of it may reach the application.
    expect(page.url()).not.toContain("#");

    await page.goto(`${platform.url}/account/applications`);
    await page.getByRole("heading", { name: /Insight Board/ }).waitFor();
    await page.locator(revokeLink).click();
    await page.getByRole("button", { name: "Revoke access" }).click();
    await page.getByRole("status").waitFor();
    expect(await page.locator(revokeLink).count()).toBe(0);
  });

  test("gets an error when the user denies consent", async () => {
    await using stage = await startStage(browser);
    await signInToConsent(stage.page, stage.application.url);
    await stage.page.locator("button[name=decision][value=deny]").click();
    expect(await headingOf(stage.page)).toContain("You did not allow it");
    expect(new URL(stage.page.url()).searchParams.get("error")).toBe("access_denied");
  });

  test("works in a browser that runs no scripts", async () => {
    await using stage = await startStage(browser, { javaScriptEnabled: false });
    await signInToConsent(stage.page, stage.application.url);
    await stage.page.locator(allowButton).click();
    expect(await headingOf(stage.page)).toBe("Surveys of Ada Lovelace");
  });

  test("shows two of three surveys, those that the user chose, without scripts and after a search", async () => {
    const surveys = ["Lunch", "Parking"];
    await using stage = await startStage(browser, { javaScriptEnabled: false, surveys });
    const { page, platform, application } = stage;
    await signInToConsent(page, application.url);
    await page.locator("#surveys-chosen").check();
    await page.getByRole("checkbox", { name: /^Lunch/ }).check();
    await page.locator("#surveys-q").fill("客户");
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: /^Customers/ }).check();
    await page.locator(allowButton).click();
    expect(await headingOf(page)).toBe("Surveys of Ada Lovelace");
    const titles = await page.locator("li").allInnerTexts();
    expect(titles).toEqual([expect.stringContaining("Customers 2026"), expect.stringContaining("Lunch")]);
    await page.goto(`${platform.url}/account/applications`);
    expect(await page.locator("main").innerText()).toContain("2 of 3 surveys");
  });

  test("leads two clicks on Allow to the same place as one", async () => {
    await using stage = await startStage(browser);
    await signInToConsent(stage.page, stage.application.url);
    await stage.page.locator(allowButton).dblclick();
    expect(await headingOf(stage.page)).toBe("Surveys of Ada Lovelace");
  });
});

describe("a team's server", () => {
  test("reads the team's surveys with a team token", async () => {
    const file = writeDeclaration("https://insight.example/callback");
    await using platform = await startPlatform({ parameters: ["--apply", file] });
    const { appid, secret } = credentials.team;
    const printed = await runExample("plain-fetch/team-surveys.ts", {
      PLATFORM_URL: platform.url,
      APPID: appid,
      SECRET: secret,
    });
    expect(printed).toMatch(/^\d+ {2}Team pulse {2}0 answers\n$/);
  });
});
