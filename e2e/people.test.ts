import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runExample, startExample } from "./support/example-process.ts";
import { follow } from "./support/follow.ts";
import { freePort } from "../packages/database/test/support/free-port.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";

const polling = { timeout: 60_000, interval: 500 };
const password = "a sentence that only this test knows";
const allow = "button[name=decision][value=allow]";

let browser: Browser;
let platform: PlatformProcess;
/** The administrator, who came by the link that the first start printed. */
let root: Page;

beforeAll(async () => {
  browser = await openBrowser();
  platform = await startPlatform();
  const first = readdirSync(platform.folder).find((name) => name.startsWith("first-administrator")) ?? "";
  root = await person();
  await signUp(root, /http:\S+/.exec(readFileSync(join(platform.folder, first), "utf8"))?.[0] ?? "", "root");
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

/** A person with a browser that runs no scripts. */
async function person(): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-US" });
  return await context.newPage();
}

async function signUp(page: Page, link: string, username: string): Promise<void> {
  await page.goto(link);
  await page.fill("#username", username);
  await page.fill("#nickname", username.toUpperCase());
  await page.fill("#password", password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/surveys$/);
}

/** A person who has joined with an invitation of the administrator. */
async function joined(username: string): Promise<Page> {
  await root.goto(`${platform.url}/admin/invitations`);
  await root.fill("#note", `for ${username}`);
  await follow(root.getByRole("button", { name: "Invite someone" }));
  const page = await person();
  await signUp(page, await shown(root, /http:\S+\/invitations\/[\w-]{32}/), username);
  return page;
}

/** What a page shows once, to be copied: without scripts it is in a text field. */
async function shown(page: Page, pattern: RegExp): Promise<string> {
  const fields = await page.locator("main .copy-field").all();
  const values = await Promise.all(fields.map((field) => field.inputValue()));
  return values.map((value) => pattern.exec(value)?.[0]).find((value) => value !== undefined) ?? "";
}

/** Authorizes the application as the user who is signed in to the platform. */
async function authorize(page: Page, url: string, nickname: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator(allow).click();
  await page.getByRole("heading", { name: `Surveys of ${nickname}` }).waitFor();
}

/** Makes a call with a secret that is not the application's. @returns its `request_id` */
async function refusedCall(appid: string): Promise<string> {
  const query = new URLSearchParams({ appid, secret: "x", code: "y", grant_type: "authorization_code" });
  const response = await fetch(`${platform.url}/api/oauth2/access_token?${query.toString()}`);
  // Every response of the API has this shape.
  return ((await response.json()) as { readonly request_id: string }).request_id;
}

/** Searches the request log until it has a call: it is written once a second. @returns the row of the call */
async function findCall(page: Page, appid: string, requestId: string): Promise<string> {
  await page.goto(`${platform.url}/console/applications/${appid}/log`);
  await page.fill("#q", requestId);
  await follow(page.getByRole("button", { name: "Search" }));
  await expect.poll(async () => (await page.reload()) && page.locator("tbody tr").count(), polling).toBe(1);
  return page.locator("tbody tr").innerText();
}

test("a developer whom the administrator invites registers an application, uses it, replaces its secret and finds a call in the log", async () => {
  const page = await joined("dana");
  const [port, newPort] = [await freePort(), await freePort()];
  await page.goto(`${platform.url}/console/new`);
  await page.fill("#name", "Field Notes");
  await page.fill(
    "#redirect_uris",
    `http://localhost:${port}/callback\nhttp://localhost:${newPort}/callback`,
  );
  await follow(page.getByRole("button", { name: "Register" }));
  const appid = await shown(page, /app_[0-9a-f]{20}/);
  const secret = await shown(page, /sops_[\w-]{32}/);
  const environment = { PLATFORM_URL: platform.url, APPID: appid };

  await using application = await startExample("web-app/main.ts", {
    ...environment,
    SECRET: secret,
    PORT: String(port),
  });
  await authorize(page, application.url, "DANA");

  await page.goto(`${platform.url}/console/applications/${appid}/secrets/new`);
  await page.selectOption("#replaces", "1");
  await page.selectOption("#after", "day");
  await follow(page.getByRole("button", { name: "Make the secret" }));
  const newSecret = await shown(page, /sops_[\w-]{32}/);
  expect([newSecret, secret].every((one) => one.startsWith("sops_")) && newSecret !== secret).toBe(true);
  await using renewed = await startExample("web-app/main.ts", {
    ...environment,
    SECRET: newSecret,
    PORT: String(newPort),
  });
  await authorize(page, renewed.url, "DANA");
  // The old one is valid for another day.
  await authorize(page, application.url, "DANA");

  const row = await findCall(page, appid, await refusedCall(appid));
  expect(row).toContain("invalid_client");
  expect(row).not.toContain(newSecret);

  await root.goto(`${platform.url}/admin/applications?q=dana`);
  await follow(root.getByRole("link", { name: "Field Notes" }));
  await follow(root.getByRole("link", { name: "Freeze the application" }));
  expect(await root.locator("main").innerText()).toContain("One user loses the consent");
  await root.getByRole("button", { name: "Freeze the application" }).click();
  await root.waitForURL(/notice=done/);
  await page.goto(`${application.url}/surveys`);
  await page.locator("h1").waitFor();
  expect(await page.locator("main").innerText()).not.toContain("Surveys of DANA");
});

test("a team creator who invites a member and reads with the team token, and sees which program replaced it", async () => {
  const cora = await joined("cora");
  await cora.goto(`${platform.url}/teams/new`);
  await cora.fill("#name", "Northstar");
  await cora.getByRole("button", { name: "Create the team" }).click();
  await cora.waitForURL(/\/teams\/\d+/);
  const team = /\/teams\/\d+/.exec(cora.url())?.[0] ?? "";
  await root.goto(`${platform.url}/admin/teams?q=northstar`);
  await root.getByRole("link", { name: /Change to premium/ }).click();
  await root.getByRole("button", { name: "Give the team the premium plan" }).click();
  await root.waitForURL(/notice=done/);

  await cora.goto(`${platform.url}${team}/invitations/new`);
  await follow(cora.getByRole("button", { name: "Make the link" }));
  const member = await joined("max");
  await member.goto(await shown(cora, /http:\S+\/invitations\/[\w-]{32}/));
  await follow(member.getByRole("button", { name: "Join the team" }));
  await cora.goto(`${platform.url}${team}/members`);
  expect(await cora.locator("main").innerText()).toContain("max");

  await cora.goto(`${platform.url}${team}/credentials/new`);
  await follow(cora.getByRole("button", { name: "Make the credentials" }));
  const credentials = {
    PLATFORM_URL: platform.url,
    APPID: await shown(cora, /app_[0-9a-f]{20}/),
    SECRET: await shown(cora, /sops_[\w-]{32}/),
  };
  const report = join(platform.folder, "report.md");
  expect(await runExample("team-report/main.ts", credentials, [report])).toContain("0 surveys in");
  await cora.goto(`${platform.url}${team}/credentials/tokens`);
  expect(await cora.locator("main table").innerText()).not.toContain("replaced");
  // A second program that knows the secret, and not the token of the first one.
  await runExample("team-report/main.ts", credentials, [report]);
  await cora.reload();
  expect(await cora.locator("main table").innerText()).toMatch(/replaced .*\d{2}:\d{2}.* from 127\.0\.0\.1/);
  expect(await cora.locator("main").innerText()).toContain("with the secret “Secret 1”");

  await member.goto(`${platform.url}${team}/credentials/tokens`);
  expect(await member.locator("main").innerText()).not.toContain("127.0.0.1");
});

test("on a phone the header has one row, and its menu opens by a button without a script, by keyboard too", async () => {
  const page = await joined("phone");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${platform.url}/account`);
  const header = await page.locator(".header").boundingBox();
  const button = page.getByRole("button", { name: "Menu" });
  expect((await button.boundingBox())?.height).toBeGreaterThan((header?.height ?? 0) / 3);
  expect(header?.height).toBeLessThan(72);
  expect(await page.getByRole("link", { name: "Teams" }).count()).toBe(0);
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "hidden" });
  await button.click();
  await page.getByRole("link", { name: "Teams" }).click();
  await page.waitForURL(/\/teams$/);
});
