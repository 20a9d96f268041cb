import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bareEnvironment } from "../scripts/processes/environments.ts";
import { outputOf } from "../scripts/processes/run-program.ts";
import { runExample, startExample } from "./support/example-process.ts";
import { freePort } from "./support/free-port.ts";
import { openBrowser } from "./support/open-browser.ts";
import { SOP, startPlatform, type PlatformProcess } from "./support/platform-process.ts";

const password = "a sentence that only this test knows";
const allow = "button[name=decision][value=allow]";

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A platform on an empty database, and what a person or the operator does with it. */
async function startEmpty(): Promise<PlatformProcess> {
  folder = mkdtempSync(join(tmpdir(), "sop-people-"));
  const platform = await startPlatform({ folder });
  onTestFinished(async () => {
    await platform.stop();
    rmSync(folder, { recursive: true });
  });
  return platform;
}

/** A person with a browser that runs no scripts. */
async function person(): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ javaScriptEnabled: false, locale: "en-US" });
  onTestFinished(() => context.close());
  return await context.newPage();
}

/** Runs a command of the operator. @returns what it printed as JSON */
async function sop(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const database = `sqlite:${join(folder, "platform.db")}`;
  const output = await outputOf(process.execPath, [SOP, ...words, "--database", database, "--json"], {
    env: bareEnvironment(),
  });
  // Every command prints an object.
  return JSON.parse(output) as Record<string, unknown>;
}

/** The link in a file of the platform's folder. */
function linkIn(file: string): string {
  return /http:\S+/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
}

async function signUp(page: Page, link: string, username: string): Promise<void> {
  await page.goto(link);
  await page.fill("#username", username);
  await page.fill("#nickname", username.toUpperCase());
  await page.fill("#password", password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/account$/);
}

/** A person who has joined with an invitation of the operator. */
async function joined(platform: PlatformProcess, username: string): Promise<Page> {
  const { linkFile } = await sop("invite", "--auth-url", platform.url);
  const page = await person();
  await signUp(page, linkIn(String(linkFile)), username);
  return page;
}

/** What a page shows once. */
async function shown(page: Page, pattern: RegExp): Promise<string> {
  return pattern.exec(await page.locator("main").innerText())?.[0] ?? "";
}

/** Authorizes the application as the user who is signed in to the platform. */
async function authorize(page: Page, url: string, nickname: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator(allow).click();
  await page.getByRole("heading", { name: `Surveys of ${nickname}` }).waitFor();
}

test("an administrator by the printed link, and a developer who registers an application, uses it and replaces its secret", async () => {
  const platform = await startEmpty();
  const first = readdirSync(folder).find((name) => name.startsWith("first-administrator")) ?? "";
  await signUp(await person(), linkIn(join(folder, first)), "root");

  const page = await joined(platform, "dana");
  const [port, newPort] = [await freePort(), await freePort()];
  await page.goto(`${platform.url}/console/new`);
  await page.fill("#name", "Field Notes");
  await page.fill(
    "#redirect_uris",
    `http://localhost:${port}/callback\nhttp://localhost:${newPort}/callback`,
  );
  await page.getByRole("button", { name: "Register" }).click();
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
  await page.getByRole("button", { name: "Make the secret" }).click();
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

  await sop("app", "freeze", appid);
  await page.goto(`${application.url}/surveys`);
  await page.locator("h1").waitFor();
  expect(await page.locator("main").innerText()).not.toContain("Surveys of DANA");
});

test("a team creator who invites a member and reads with the team token, and sees which program replaced it", async () => {
  const platform = await startEmpty();
  const cora = await joined(platform, "cora");
  await cora.goto(`${platform.url}/teams/new`);
  await cora.fill("#name", "Northstar");
  await cora.getByRole("button", { name: "Create the team" }).click();
  await cora.waitForURL(/\/teams\/\d+/);
  const team = /\/teams\/\d+/.exec(cora.url())?.[0] ?? "";
  await sop("team", "plan", "Northstar", "premium");

  await cora.goto(`${platform.url}${team}/invitations/new`);
  await cora.getByRole("button", { name: "Make the link" }).click();
  const member = await joined(platform, "max");
  await member.goto(await shown(cora, /http:\S+\/invitations\/[\w-]{32}/));
  await member.getByRole("button", { name: "Join the team" }).click();
  await cora.goto(`${platform.url}${team}/members`);
  expect(await cora.locator("main").innerText()).toContain("max");

  await cora.goto(`${platform.url}${team}/credentials/new`);
  await cora.getByRole("button", { name: "Make the credentials" }).click();
  const credentials = {
    PLATFORM_URL: platform.url,
    APPID: await shown(cora, /app_[0-9a-f]{20}/),
    SECRET: await shown(cora, /sops_[\w-]{32}/),
  };
  const report = join(folder, "report.md");
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
