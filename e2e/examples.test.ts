import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { RunningProgram } from "../scripts/processes/running-program.ts";
import { credentials, writeDeclaration } from "./support/declaration-file.ts";
import { runExample } from "./support/example-process.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform } from "./support/platform-process.ts";
import { signInToConsent, startStage } from "./support/stage.ts";
import { WebClient } from "./support/web-client.ts";

const allowButton = "button[name=decision][value=allow]";

describe("the web application on the SDK", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("signs a user in, shows a survey with a chart, signs out, and asks again after consent was revoked", async () => {
    await using stage = await startStage(browser, { example: "web-app/main.ts" });
    const { page, platform, application } = stage;
    await signInToConsent(page, application.url);
    await page.locator(allowButton).click();
    await page.getByRole("heading", { name: "Surveys of Ada Lovelace" }).waitFor();
    await page.getByRole("link", { name: "Customers 2026 客户" }).click();
    await page.getByRole("heading", { name: "Again?" }).waitFor();
    expect(await page.locator("th").allInnerTexts()).toEqual(["Yes", "No"]);
    expect(await page.locator("meter").count()).toBe(2);

    await page.goto(`${platform.url}/account/applications`);
    await page.getByRole("link", { name: /^Revoke access/ }).click();
    await page.getByRole("button", { name: "Revoke access" }).click();
    await page.getByRole("status").waitFor();
    await page.goto(`${application.url}/surveys`);
    await page.locator(allowButton).click();
    await page.getByRole("heading", { name: "Surveys of Ada Lovelace" }).waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: /^Sign in/ }).waitFor();
  });

  test("says so when a person does not allow it", async () => {
    await using stage = await startStage(browser, { example: "web-app/main.ts" });
    await signInToConsent(stage.page, stage.application.url);
    await stage.page.locator("button[name=decision][value=deny]").click();
    await stage.page.getByRole("heading", { name: "Not signed in" }).waitFor();
    expect(await stage.page.locator("main").innerText()).toContain("You did not allow it");
  });
});

describe("the team's report on the SDK", () => {
  test("is written to a file, with a row for each survey of the team", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sop-report-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = writeDeclaration("https://insight.example/callback");
    await using platform = await startPlatform({ parameters: ["--apply", file] });
    const { appid, secret } = credentials.team;
    const environment = { PLATFORM_URL: platform.url, APPID: appid, SECRET: secret };
    const report = join(folder, "report.md");
    expect(await runExample("team-report/main.ts", environment, [report])).toBe(`1 surveys in ${report}\n`);
    expect(readFileSync(report, "utf8")).toContain("| Team pulse | 0 | 0 |");
  });
});

describe("the agent", () => {
  test("signs a user in without a browser of its own, reads results, and proposes a survey after it was allowed to", async () => {
    const file = writeDeclaration("https://insight.example/callback");
    await using platform = await startPlatform({ parameters: ["--apply", file] });
    const person = new WebClient(platform.url);
    await person.signIn(credentials.ada.username, credentials.ada.password);
    const env = { ...process.env, PLATFORM_URL: platform.url };
    const program = join(import.meta.dirname, "../examples/agent/main.ts");
    await using agent = new RunningProgram(process.execPath, [program], { env });
    // It asks for reading when it connects, and for writing before its first draft.
    for (const asked of [1, 2]) {
      const link = await agent.printed("an address", ({ stdout }) => addressesIn(stdout)[asked - 1]);
      const { pathname, search, searchParams } = new URL(link);
      const reading = "surveys:read answers:read";
      expect(searchParams.get("scope")).toBe(asked === 1 ? reading : `${reading} surveys:write`);
      const returned = await fetch(await person.allowOpenid(pathname + search));
      expect(returned.status).toBe(200);
    }
    const { status, stdout } = await agent.end(60_000);
    expect(status).toBe(0);
    expect(stdout).toContain('0 answers to "Customers 2026 客户"');
    expect(stdout).toMatch(/^Proposed a survey, .*: http\S+$/m);
  });
});

function addressesIn(text: string): readonly string[] {
  return [...text.matchAll(/^http\S+\/oauth\/authorize\S+$/gm)].map(([address]) => address);
}
