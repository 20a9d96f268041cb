import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { runExample } from "./support/example-process.ts";
import { follow } from "./support/follow.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";

const team = "/teams/4";
const appid = "demo_northstar_team";
const submit = "main form.stack button[type=submit]";

async function signIn({ url }: PlatformProcess, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/login?lang=en`);
  await page.locator("input[name=username]").fill("ada");
  await page.locator("input[name=password]").fill("demo-password-ada");
  await page.locator(submit).click();
  await page.waitForURL(/\/surveys$/);
  return page;
}

/** Writes the report of a team into a file. @returns it */
async function reportWith(platformUrl: string, secret: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sop-team-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, "report.md");
  await runExample("team-report/main.ts", { PLATFORM_URL: platformUrl, APPID: appid, SECRET: secret }, [
    report,
  ]);
  return readFileSync(report, "utf8");
}

/** A second program of the team, behind a proxy, that requests a token of its own. */
async function requestToken({ url }: PlatformProcess, address: string): Promise<void> {
  const query = new URLSearchParams({
    appid,
    secret: "demo-secret-northstar-team-0000000003",
    grant_type: "client_credential",
  });
  const headers = { "x-forwarded-for": address };
  const response = await fetch(`${url}/api/oauth2/access_token?${query.toString()}`, { headers });
  expect(await response.json()).toMatchObject({ code: "OK" });
}

test("a creator invites a member, makes a secret for a program, and sees who replaced its token, without JavaScript", async () => {
  const platform = await startPlatform({ command: "demo", parameters: ["--trust-proxy", "1"] });
  onTestFinished(() => platform.stop());
  await using browser = await openBrowser();
  const contexts = { javaScriptEnabled: false, locale: "en" };
  const ada = await signIn(platform, await browser.newContext(contexts));

  await ada.goto(`${platform.url}/teams`);
  await follow(ada.getByRole("link", { name: "Northstar Outfitters" }));
  expect(new URL(ada.url()).pathname).toBe(team);
  await ada.getByRole("link", { name: "Members" }).click();
  await ada.getByRole("link", { name: "Invite someone" }).click();
  await ada.locator("#note").fill("for Cleo");
  await follow(ada.locator(submit));
  const link = await ada.locator(".copyable").innerText();

  const cleo = await (await browser.newContext(contexts)).newPage();
  await cleo.goto(link);
  await cleo.locator("#username").fill("cleo");
  await cleo.locator("#nickname").fill("Cleo");
  await cleo.locator("#password").fill("a sentence of Cleo's own");
  await cleo.locator(submit).click();
  await cleo.waitForURL(new RegExp(`${team}\\?notice=joined`));
  expect(await cleo.getByRole("link", { name: "Credentials" }).count()).toBe(0);
  expect((await cleo.goto(`${platform.url}${team}/credentials`))?.status()).toBe(403);

  await ada.goto(`${platform.url}${team}/credentials`);
  await ada.locator("main").getByRole("link", { name: "Secrets" }).last().click();
  await ada.getByRole("link", { name: "Make a new secret" }).click();
  await ada.locator("#name").fill("nightly report");
  await follow(ada.locator(submit));
  const secret = await ada.locator(".copyable").last().innerText();
  expect(await reportWith(platform.url, secret)).toContain("|");
  await requestToken(platform, "203.0.113.9");

  await ada.goto(`${platform.url}${team}/credentials/tokens`);
  const rows = await ada.locator("tbody tr").allInnerTexts();
  expect(rows).toEqual([
    expect.stringMatching(/203\.0\.113\.9[^]*Secret 1[^]*valid until/),
    expect.stringMatching(/127\.0\.0\.1[^]*nightly report[^]*replaced .* from 203\.0\.113\.9/),
  ]);
  expect(await ada.content()).not.toMatch(/sop[st]_[\w-]{32}/);

  await ada.goto(`${platform.url}${team}/members`);
  await ada.getByRole("row", { name: /Cleo/ }).getByRole("link").click();
  await ada.getByRole("link", { name: "Remove from the team" }).click();
  await ada.locator(submit).click();
  await ada.waitForURL(/notice=removed/);
  expect((await cleo.goto(`${platform.url}${team}`))?.status()).toBe(404);
});
