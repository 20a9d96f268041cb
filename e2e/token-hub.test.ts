import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems, pageLanguages } from "./support/accessibility-problems.ts";
import { callApi } from "./support/api-client.ts";
import { runExample } from "./support/example-process.ts";
import { follow } from "./support/follow.ts";
import { runHub, startHub } from "./support/hub-process.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";
import { printedCalls } from "./support/printed-calls.ts";

const appid = "demo_northstar_team";
const secret = "demo-secret-northstar-team-0000000003";
const statusPassword = "correct-horse-battery";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "token-hub-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

interface TokenAnswer {
  readonly access_token: string;
  readonly version: number;
}

describe("the hub beside the demo platform", () => {
  let platform: PlatformProcess;
  beforeAll(async () => {
    platform = await startPlatform({ command: "demo" });
  });
  afterAll(() => platform.stop());

  const demo = (folder: string) => [
    "demo",
    "--platform",
    platform.url,
    "--listen",
    "127.0.0.1:0",
    "--folder",
    folder,
  ];

  test("has its token looked at and renewed from the command line, beside a hub that runs", async () => {
    const folder = makeFolder();
    await using hub = await startHub({ words: demo(folder), folder });
    const run = (...words: readonly string[]) =>
      runHub({ words: [...words, "--config", "token-hub.yaml"], folder });
    const ask = async () => {
      const [call] = await printedCalls(hub);
      // The first call that is printed asks for the token.
      return (await (await fetch(call?.url ?? "", { headers: call?.headers ?? {} })).json()) as TokenAnswer;
    };
    const before = await ask();
    expect(await run("rotate", appid)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("version 2"),
    });
    await expect.poll(async () => (await ask()).version).toBe(2);
    const dead = await callApi(platform.url, "/api/surveys", { appid, access_token: before.access_token });
    expect(dead.error.type).toBe("invalid_token");
    const { access_token } = await ask();
    expect((await callApi(platform.url, "/api/surveys", { appid, access_token })).code).toBe("OK");
    const entries = JSON.parse((await run("audit", "--json")).stdout) as readonly { readonly kind: string }[];
    expect(entries.map(({ kind }) => kind)).toEqual(["caller_added", "minted", "minted"]);
    expect((await run("status", "--json")).stdout).toContain(`"version": 2`);
    expect(await run("doctor")).toMatchObject({ status: 0, stdout: expect.stringContaining("0 errors") });
  });

  test("keeps three business servers working through its own kills and a foreign refresher", async () => {
    const environment = { PLATFORM_URL: platform.url, APPID: appid, SECRET: secret, SECONDS: "3" };
    const printed = await runExample("business-servers/main.ts", environment);
    expect(printed).toMatch(/^server 3 +[1-9]\d* +0$/m);
    expect(printed).toContain("\n0 calls failed.\n");
    expect(Number(/killed (\d+) times/.exec(printed)?.[1])).toBeGreaterThan(0);
  });
});

test("the demo says in words what is missing when there is no platform", async () => {
  const folder = makeFolder();
  const { status, stderr } = await runHub({ words: ["demo", "--platform", "http://127.0.0.1:1"], folder });
  expect(status).toBe(1);
  expect(stderr).toContain("There is no platform at http://127.0.0.1:1");
});

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/status`);
  await page.getByLabel(/^(Password|密码)$/).fill(statusPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^(Status|运行状态)$/ }).waitFor();
}

describe("the status page, in both languages, light and dark, wide and narrow", () => {
  let platform: PlatformProcess;
  let browser: Browser;
  beforeAll(async () => {
    platform = await startPlatform({ command: "demo" });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  /** A hub with a password, a caller and a history. */
  async function startHubWithHistory() {
    const folder = makeFolder();
    writeFileSync(join(folder, "key"), Buffer.alloc(32, 5).toString("base64"));
    const applications = [{ appid, secret, base_url: platform.url }];
    const settings = {
      listen: "127.0.0.1:0",
      key_file: "key",
      status_password_env: "PASSWORD",
      applications,
    };
    writeFileSync(join(folder, "token-hub.yaml"), JSON.stringify(settings));
    const environment = { PASSWORD: statusPassword };
    await runHub({ words: ["callers", "add", "--name", "orders"], folder, environment });
    return await startHub({ words: ["serve"], folder, environment });
  }

  test("has no accessibility problem and no sideways scrolling, the form neither", async () => {
    await using hub = await startHubWithHistory();
    const problems: string[] = [];
    // The checker is a script, which the policy of the page would not let in.
    const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce" });
    const page = await context.newPage();
    for (const language of pageLanguages) {
      await page.goto(`${hub.url}/status/login?lang=${language}`);
      problems.push(...(await accessibilityProblems(page, language)));
      await signIn(page, hub.url);
      await page.locator("summary").click();
      expect(await page.locator("svg .bar-minted").count()).toBeGreaterThan(1);
      problems.push(...(await accessibilityProblems(page, language)));
      await follow(page.getByRole("button", { name: /^(Sign out|退出登录)$/ }));
    }
    await context.close();
    expect(problems).toEqual([]);
  });
});
