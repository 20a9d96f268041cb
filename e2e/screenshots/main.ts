/** `npm run screenshots`: takes the pictures of the guides from a demo that it starts, one for each language. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode, encode } from "fast-png";
import type { Browser, Locator, Page } from "playwright-core";
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
/** Results name devices: a browser without a window calls itself another one, and would be shown as a program. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** A survey of twelve questions, what shows two of them, and what the picture of the first one shows. */
const museum = {
  en: {
    text: `Our museum

Thank you for your visit. This takes two minutes.

Your role[Single Choice]
Visitor
Student
Teacher

What did you see?[Multiple Choice][Optional]
Paintings
Machines
Nothing

How was it?[Rating Scale][Optional]

Why did you see nothing?[Multiple Line Text][Optional]

How did you come?[Dropdown][Optional]
Bus
Car
Bicycle

Would you recommend us?[Net Promoter Score][Optional]

Your school[Single Line Text][Optional]

=== Page Break ===

When were you here?[Date and Time][Optional]

What matters most?[Ranking][Optional]
Price
Opening hours
Guides

Your telephone[Phone Number][Optional]

Where do you live?[Location][Optional]

Thank you for your time.[Paragraph Description]`,
    question: "Q1 Your role",
    value: "Student",
    picture: "The hills behind the museum",
  },
  "zh-cn": {
    text: `参观反馈

感谢您的参观，填写需要两分钟。

您的身份[单选题]
游客
学生
教师

您看了什么？[多选题][选答]
绘画
机器
什么都没看

总体感觉如何？[量表题][选答]

为什么什么都没看？[多行文本题][选答]

您怎么来的？[下拉题][选答]
公交
汽车
自行车

您会推荐我们吗？[NPS题][选答]

您的学校[单行文本题][选答]

=== 分页 ===

您什么时候来的？[日期时间题][选答]

您最看重什么？[排序题][选答]
价格
开放时间
讲解

您的手机号[手机题][选答]

您住在哪里？[地址题][选答]

感谢您的时间。[段落说明]`,
    question: "Q1 您的身份",
    value: "学生",
    picture: "博物馆后面的山",
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
    userAgent,
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
  const { text, question, value, picture } = museum[language];
  await page.goto(`${url}/surveys/new?from=text`);
  await page.fill("#text", text);
  await page.locator("main form.stack button.button-primary").click();
  await page.waitForURL(/\/edit\?/);
  const edit = page.url().replace(/\?.*/, "");
  await page.goto(edit);
  await page.setViewportSize({ width: 1280, height: 700 });
  const cards = page.locator(".editor-card");
  const form = page.locator("#question-form");
  await cards.first().click();
  await form.locator("summary").first().click();
  await form.locator("input[name=picture-alt]").fill(picture);
  await form.locator("input[type=file]").first().setInputFiles(hills());
  await page.locator("#picture-view img").waitFor();
  await form.locator("summary").first().click();
  await page.frameLocator(".framed-preview iframe").locator("[data-question] img").first().waitFor();
  await take(setting, "editor", { from: page.locator(".editor-page").first(), most: 900 });
  await page.setViewportSize({ width, height: 700 });
  await page.goto(edit);
  await cards.nth(6).locator(".editor-conditions a").click();
  await page.locator("#e0-question").selectOption({ label: question });
  await page.locator("#e0-value").selectOption({ label: value });
  await take(setting, "editor-conditions", { from: cards.nth(6) });
  await page.locator(".conditions button.button-primary").click();
  await cards.nth(6).locator(".editor-condition").waitFor();
  await page.goto(`${edit}/logic`);
  await page.fill("#rules", `${await page.inputValue("#rules")}\nif Q2 = A3 then show Q4`);
  await page.locator("form:has(#rules) button.button-primary").click();
  await page.waitForURL(/notice=/);
  await page.goto(`${edit}/logic`);
  await take(setting, "editor-map", { most: 1100 });
  await takeOfRespondents(setting, edit.replace(/\/edit$/, ""));
}

/** Publishes a survey, answers it, and shows its results. */
async function takeOfRespondents(setting: Setting, survey: string): Promise<void> {
  const { page } = setting;
  await page.goto(survey);
  await page.locator(".publication-bar button, main form button.button-primary").first().click();
  await page.waitForURL(/notice=published/);
  await page.goto(`${survey}/share`);
  const address = (await page.locator("main .copyable").first().innerText()).trim();
  for (const choice of [0, 1, 1]) {
    await page.goto(address);
    await page.locator(".survey-form input[type=radio]").nth(choice).check();
    if (choice === 0) await take(setting, "survey-answering", { most: 1000 });
    for (const _ of [1, 2]) {
      // Answers that are sent within two seconds are taken for those of programs.
      await page.waitForTimeout(2500);
      await Promise.all([
        page.waitForEvent("load"),
        page.locator(".survey-form .button-primary").first().click(),
      ]);
    }
  }
  await page.goto(`${survey}/results`);
  await page.locator("#live-status:not(:empty)").waitFor();
  await take(setting, "survey-results", { most: 1300 });
}

/** A picture of hills in the evening, as a file. */
function hills() {
  const [across, down] = [600, 200];
  const pixels = Array.from({ length: across * down }, (_, at) => {
    const [x, y] = [at % across, Math.floor(at / across)];
    const isHill = y > 120 + 30 * Math.sin(x / 70) + 12 * Math.sin(x / 23);
    return isHill ? [38, 84, 92] : [250 - y / 3, 190 - y / 4, 120 + y / 2];
  });
  const data = Uint8Array.from(pixels.flat());
  const image = encode({ width: across, height: down, channels: 3, depth: 8, data });
  return { name: "hills.png", mimeType: "image/png", buffer: Buffer.from(image) };
}

/** What a picture shows of a page: from something on it, or from its top, and at most so many pixels down. */
interface Part {
  readonly from?: Locator;
  readonly most?: number;
}

/** Takes what a page is about, without the frame around it. */
async function take(
  { page, language }: Setting,
  name: ScreenshotName,
  { from = page.locator("main"), most = Infinity }: Part = {},
): Promise<void> {
  const path = join(root, screenshotFolder, language, `${name}.png`);
  const [whole, part] = await Promise.all([boxOf(page.locator("main")), boxOf(from)]);
  const y = part.y + (await page.evaluate(() => scrollY));
  const clip = { x: whole.x, y, width: whole.width, height: Math.min(part.height, most) };
  const taken = await page.screenshot({ animations: "disabled", fullPage: true, clip });
  // The same pixels, in a third less than Chromium's own compression takes.
  writeFileSync(path, encode(decode(taken), { zlib: { level: 9 } }));
  process.stdout.write(`${path.slice(root.length + 1)}\n`);
}

async function boxOf(shown: Locator) {
  const box = await shown.boundingBox();
  if (box === null) throw new Error("What a picture begins with is not shown.");
  return box;
}
