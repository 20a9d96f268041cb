import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentials, writeDeclaration } from "./support/declaration-file.ts";
import { runExample, startExample } from "./support/example-process.ts";
import { freePort } from "./support/free-port.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform } from "./support/platform-process.ts";

describe("a third-party application", () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  /** The built platform and, as a server of its own, an application that knows nothing but the interface. */
  async function start() {
    const port = await freePort();
    const callback = `http://localhost:${port}/callback`;
    const platform = await startPlatform({ parameters: ["--apply", writeDeclaration(callback)] });
    const { appid, secret } = credentials.application;
    const application = await startExample("plain-fetch/web-application.ts", {
      PLATFORM_URL: platform.url,
      APPID: appid,
      SECRET: secret,
      PORT: String(port),
    });
    const context = await browser.newContext();
    return { platform, application, context, page: await context.newPage() };
  }

  async function signInToConsent(page: Page, applicationUrl: string): Promise<void> {
    await page.goto(applicationUrl);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.locator("input[name=username]").fill(credentials.ada.username);
    await page.locator("input[name=password]").fill(credentials.ada.password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /Insight Board/ }).waitFor();
  }

  test("shows a person their surveys after they allowed it, and none after they took it back", async () => {
    const { platform, application, context, page } = await start();
    await using _platform = platform;
    await using _application = application;
    await signInToConsent(page, application.url);
    expect(await page.locator("main").innerText()).toContain(new URL(application.url).origin);
    await page.locator("button[name=decision][value=allow]").click();
    await page.getByRole("heading", { name: "Surveys of Ada Lovelace" }).waitFor();
    expect(await page.locator("li").allInnerTexts()).toEqual([
      expect.stringContaining("Customers 2026 客户"),
    ]);
    // The link to the consent page ends with a fragment; none of it may reach the application.
    expect(page.url()).not.toContain("#");

    await page.goto(`${platform.url}/account/applications`);
    await page.getByRole("heading", { name: /Insight Board/ }).waitFor();
    await page.locator("form[action='/account/applications/revoke'] button").click();
    await page.getByRole("status").waitFor();
    expect(await page.locator("form[action='/account/applications/revoke']").count()).toBe(0);
    await context.close();
  });

  test("is told when a person does not allow it", async () => {
    const { platform, application, context, page } = await start();
    await using _platform = platform;
    await using _application = application;
    await signInToConsent(page, application.url);
    await page.locator("button[name=decision][value=deny]").click();
    await page.getByRole("heading", { name: "You did not allow it" }).waitFor();
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
    await context.close();
  });

  test("works in a browser that runs no scripts", async () => {
    const { platform, application } = await start();
    await using _platform = platform;
    await using _application = application;
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await signInToConsent(page, application.url);
    await page.locator("button[name=decision][value=allow]").click();
    await page.getByRole("heading", { name: "Surveys of Ada Lovelace" }).waitFor();
    await context.close();
  });

  test("leads two clicks on Allow to the same place as one", async () => {
    const { platform, application, context, page } = await start();
    await using _platform = platform;
    await using _application = application;
    await signInToConsent(page, application.url);
    await page.locator("button[name=decision][value=allow]").dblclick();
    await page.getByRole("heading", { name: "Surveys of Ada Lovelace" }).waitFor();
    await context.close();
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
