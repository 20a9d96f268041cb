import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, type PageLanguage, pageLanguages } from "./support/accessibility-problems.ts";
import { follow } from "./support/follow.ts";
import { freePort } from "../packages/database/test/support/free-port.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";

/** A device with a fingerprint sensor that its user touches at once. */
const device = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

describe("passkeys in Chromium", () => {
  let platform: PlatformProcess;
  let browser: Browser;
  let origin: string;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sop-providers-"));
    const providers = join(folder, "providers.yaml");
    const provider = { id: "company", name: "Example Company", issuer: "http://127.0.0.1:9", client_id: "x" };
    writeFileSync(providers, JSON.stringify({ providers: [{ ...provider, client_secret: "of the test" }] }));
    const port = String(await freePort());
    origin = `http://localhost:${port}`;
    const parameters = ["--port", port, "--auth-url", origin, "--sign-in-with", providers];
    platform = await startPlatform({ command: "demo", parameters });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A page in a browser with a device of its own. @returns it, and what the page's policy stopped */
  async function openPage(options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ locale: "en", ...options });
    const page = await context.newPage();
    const stopped: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && stopped.push(message.text())));
    const chromium = await context.newCDPSession(page);
    await chromium.send("WebAuthn.enable");
    await chromium.send("WebAuthn.addVirtualAuthenticator", { options: device });
    return { page, stopped };
  }

  async function signInWithPassword(page: Page): Promise<void> {
    await page.goto(`${origin}/login`);
    await page.locator("input[name=username]").fill("ada");
    await page.locator("input[name=password]").fill("demo-password-ada");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/surveys$/);
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.goto(`${origin}/account/security`);
    await page.locator("form[action='/account/security/passkeys/begin'] button").click();
    await page.locator("#name").fill(name);
    await page.locator("#passkey button").click();
    await page.waitForURL(/notice=passkey_added/);
  }

  test("one is made, signs in without a password, and confirms, under the policy of the pages", async () => {
    const { page, stopped } = await openPage();
    await signInWithPassword(page);
    await addPasskey(page, "Laptop of Ada");
    expect(await page.locator("main table").textContent()).toContain("Laptop of Ada");
    await page.goto(`${origin}/account/confirm?return_to=%2Faccount%2Fsessions`);
    await page.locator("form[action='/account/confirm/passkey/begin'] button").click();
    await page.waitForURL(`${origin}/account/sessions`);
    await follow(page.locator("form[action='/logout'] button"));
    await page.goto(`${origin}/login?return_to=%2Faccount`);
    await page.locator("form[action='/login/passkey/begin'] button").click();
    await page.waitForURL(`${origin}/account`);
    expect(stopped).toEqual([]);
    await page.context().close();
  });

  test("a browser without conversions of its own makes and uses one", async () => {
    const { page, stopped } = await openPage();
    await page.addInitScript(() => {
      for (const name of ["parseCreationOptionsFromJSON", "parseRequestOptionsFromJSON"])
        Object.defineProperty(PublicKeyCredential, name, { value: undefined });
    });
    await signInWithPassword(page);
    await addPasskey(page, "Older browser");
    await follow(page.locator("form[action='/logout'] button"));
    await page.goto(`${origin}/login`);
    await page.locator("form[action='/login/passkey/begin'] button").click();
    await page.waitForURL(/\/surveys$/);
    expect(stopped).toEqual([]);
    await page.context().close();
  });

  test("without JavaScript their page says so and leads back to the password", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en" });
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await follow(page.locator("form[action='/login/passkey/begin'] button"));
    expect(await page.locator("main").textContent()).toContain("Passkeys need JavaScript");
    expect(await page.locator("#passkey").isVisible()).toBe(false);
    await follow(page.locator("main a[href^='/login?']"));
    expect(await page.locator("input[name=password]").count()).toBe(1);
    await context.close();
  });

  // The pages of passkeys are rows of `every-route-in-chromium.test.ts` of the server.
  test("linking to a provider, signing in by it, and its failure have no accessibility problem, wide and narrow, light and dark", async () => {
    const { page } = await openPage({ bypassCSP: true, reducedMotion: "reduce" });
    await signInWithPassword(page);
    const problems: string[] = [];
    const check = async (language: PageLanguage) =>
      problems.push(...(await accessibilityProblems(page, language)));
    for (const language of pageLanguages) {
      await page.goto(`${origin}/account/security/providers/company/link?lang=${language}`);
      await check(language);
    }
    await page.context().clearCookies();
    for (const language of pageLanguages) {
      await page.goto(`${origin}/login?lang=${language}`);
      await check(language);
      await follow(page.locator("form[action='/login/with/company'] button"));
      expect(await page.locator("[role=alert]").count()).toBe(1);
      await check(language);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
