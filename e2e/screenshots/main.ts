/** `npm run screenshots`: takes the pictures of the guides from a demo that it starts, one for each language. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode, encode } from "fast-png";
import type { Browser, Page } from "playwright-core";
import { bareEnvironment } from "../../scripts/processes/environments.ts";
import { RunningProgram } from "../../scripts/processes/running-program.ts";
import { openBrowser } from "../support/open-browser.ts";
import {
  screenshotFolder,
  screenshotLanguages,
  type ScreenshotLanguage,
  type ScreenshotName,
} from "./screenshot-list.ts";

const root = join(import.meta.dirname, "../..");
const sop = join(root, "packages/server/bin/sop.js");
const locales = { en: "en-US", "zh-cn": "zh-CN" } as const satisfies Record<ScreenshotLanguage, string>;
const width = 960;

/** A survey to edit, and a condition. */
const museum = {
  en: {
    text: "Our museum\n\nWelcome.\n\nYour role[Single Choice]\nVisitor\nStudent\nTeacher\n\nYour school[Single Line Text]\n\nHow was it?[Rating]",
    question: "Q1 Your role",
    value: "Student",
  },
  "zh-cn": {
    text: "参观反馈\n\n欢迎参加。\n\n您的身份[单选题]\n游客\n学生\n教师\n\n您的学校[单行文本题]\n\n总体感觉如何？[量表题]",
    question: "Q1 您的身份",
    value: "学生",
  },
} as const;

/** A demo, a browser in one language, and where its pictures go. */
interface Setting {
  readonly url: string;
  readonly page: Page;
  readonly language: ScreenshotLanguage;
}

await using stack = new AsyncDisposableStack();
const browser = await openBrowser();
stack.defer(() => browser.close());
for (const language of screenshotLanguages) await takeAll(browser, language);

async function takeAll(browserOfAll: Browser, language: ScreenshotLanguage): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sop-screenshots-"));
  mkdirSync(join(root, screenshotFolder, language), { recursive: true });
  const words = ["demo", "--port", "0", "--database", `sqlite:${join(folder, "demo.db")}`];
  await using demo = new RunningProgram(process.execPath, [sop, ...words], {
    cwd: folder,
    env: bareEnvironment(),
  });
  const url = await demo.printed(
    "where it listens",
    ({ stdout }) => /"url":"([^"]+)","msg":"listening"/.exec(stdout)?.[1],
  );
  await demo.printed("that it is ready", ({ stdout }) => stdout.includes("/demo ") || undefined);
  const context = await browserOfAll.newContext({
    locale: locales[language],
    viewport: { width, height: 700 },
    deviceScaleFactor: 0.75,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const setting = { url, page: await context.newPage(), language };
  await takeOfDeveloper(setting);
  await takeOfCreator(setting);
  await takeOfAuthor(setting);
  await context.close();
  rmSync(folder, { recursive: true });
}

/** Signs in as the demo offers it. */
async function signIn({ url, page }: Setting, role: "developer" | "creator"): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${url}/demo`);
  await page.locator(`form:has(input[value=${role}]) button`).click();
  await page.waitForLoadState();
}

async function takeOfDeveloper(setting: Setting): Promise<void> {
  const { url, page, language } = setting;
  await signIn(setting, "developer");
  await page.goto(`${url}/console/new`);
  await page.fill("#name", language === "en" ? "Field Notes" : "田野笔记");
  await page.fill("#redirect_uris", "https://notes.example/callback\nhttp://localhost:8788/callback");
  await take(setting, "register-form");
  await page.locator("main form.stack button").click();
  await take(setting, "secret-shown");
  const appid = /app_[0-9a-f]{20}/.exec(await page.locator("main").innerText())?.[0] ?? "";
  await page.goto(`${url}/console/applications/${appid}`);
  await take(setting, "application");
  await page.goto(`${url}/console/applications/${appid}/secrets/new`);
  await page.fill("#name", "server 2");
  await page.selectOption("#replaces", "1");
  await take(setting, "replace-secret");
  await page.locator("main form.stack button").click();
  await page.goto(`${url}/console/applications/${appid}/secrets`);
  await take(setting, "secrets");
  await page.goto(`${url}/demo`);
  await page.goto((await page.locator("main a[href*=authorize]").first().getAttribute("href")) ?? "");
  await take(setting, "consent");
}

async function takeOfCreator(setting: Setting): Promise<void> {
  const { url, page } = setting;
  await signIn(setting, "creator");
  await page.goto(`${url}/teams`);
  await page.locator("main a", { hasText: "Northstar" }).click();
  await take(setting, "team");
  const address = page.url();
  const client = new URLSearchParams({
    appid: "demo_northstar_team",
    secret: "demo-secret-northstar-team-0000000003",
    grant_type: "client_credential",
  });
  // Two programs, each with a token of its own: the second one ends the first one's.
  const requestToken = () => fetch(`${url}/api/oauth2/access_token?${client.toString()}`);
  await requestToken();
  await requestToken();
  await page.goto(`${address}/credentials`);
  await take(setting, "team-credentials");
  await page.goto(`${address}/credentials/tokens`);
  await take(setting, "team-token");
}

async function takeOfAuthor(setting: Setting): Promise<void> {
  const { url, page, language } = setting;
  const { text, question, value } = museum[language];
  await page.goto(`${url}/surveys/new?from=text`);
  await page.fill("#text", text);
  await page.locator("main form.stack button.button-primary").click();
  await page.waitForURL(/\/edit\?/);
  const edit = page.url().replace(/\?.*/, "");
  await page.goto(edit);
  await page.setViewportSize({ width: 1280, height: 700 });
  const cards = page.locator(".editor-card");
  await cards.first().click();
  await page.locator("#question-form").waitFor();
  await page.frameLocator(".editor-preview iframe").locator("[data-question]").first().waitFor();
  await take(setting, "editor");
  await page.setViewportSize({ width, height: 700 });
  await page.goto(edit);
  await cards.nth(1).locator(".editor-conditions a").click();
  await page.locator("#e0-question").selectOption({ label: question });
  await page.locator("#e0-value").selectOption({ label: value });
  await take(setting, "editor-conditions");
  await page.locator(".conditions button.button-primary").click();
  await cards.nth(1).locator(".editor-condition").waitFor();
  await page.goto(`${edit}/logic`);
  await take(setting, "editor-map");
}

/** Takes what a page is about, without the frame around it. */
async function take({ page, language }: Setting, name: ScreenshotName): Promise<void> {
  const path = join(root, screenshotFolder, language, `${name}.png`);
  const taken = await page.locator("main").screenshot({ animations: "disabled" });
  // The same pixels, in a third less than Chromium's own compression takes.
  writeFileSync(path, encode(decode(taken), { zlib: { level: 9 } }));
  process.stdout.write(`${path.slice(root.length + 1)}\n`);
}
