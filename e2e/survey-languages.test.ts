import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { follow } from "./support/follow.ts";
import { openBrowser } from "./support/open-browser.ts";
import { type PlatformProcess, startPlatform } from "./support/platform-process.ts";
import { createSurvey, signInAuthor } from "./support/survey-author.ts";

const text = `Lunch

Which dish?[Single Choice]
Soup
Salad

Why?[Single Line Text]`;

let browser: Browser;
let platform: PlatformProcess;
let address: string;
let survey: string;
let author: Page;

beforeAll(async () => {
  browser = await openBrowser();
  platform = await startPlatform({ command: "demo" });
  author = await signInAuthor(await browser.newContext({ locale: "en-US" }), platform.url);
  survey = `${platform.url}${await createSurvey(author, platform.url, text)}`;
  await author.goto(`${survey}/edit/languages`);
  await author.getByLabel("The survey is written in").selectOption("en");
  await follow(author.locator("main").getByRole("button", { name: "Save" }));
  await translate("ar", { Title: "غداء", "1. question": "أي طبق؟" });
  await translate("de", { Title: "Mittagessen", "1. question": "Welches Gericht?" });
  await author.goto(survey);
  await follow(
    author
      .locator("main")
      .getByRole("button", { name: /publish/i })
      .first(),
  );
  await author.goto(`${survey}/share`);
  address = (await author.locator("main .copyable").first().innerText()).trim();
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

/** Adds a language and writes some of its texts, as an author does. */
async function translate(tag: string, texts: Readonly<Record<string, string>>): Promise<void> {
  await author.goto(`${survey}/edit/languages`);
  await author.getByLabel("Another language").selectOption(tag);
  await follow(author.locator("main").getByRole("button", { name: "Add" }));
  for (const [place, translation] of Object.entries(texts))
    await author.getByLabel(`Translation: ${place}`, { exact: true }).fill(translation);
  await follow(author.getByRole("button", { name: "Save the translations" }));
}

async function openAs(options: Parameters<Browser["newContext"]>[0]): Promise<Page> {
  const context: BrowserContext = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test.each([true, false])(
  "a respondent gets the browser's language and changes it without losing what was entered (script: %s)",
  async (javaScriptEnabled) => {
    const page = await openAs({ locale: "de-AT", javaScriptEnabled });
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await page.getByRole("group", { name: "Welches Gericht?" }).getByLabel("Salad").check();
    await page.getByLabel("Why?").fill("Zu viel Salz");
    await follow(page.getByRole("button", { name: "English", exact: true }));
    await page.getByRole("group", { name: "Which dish?" }).waitFor();
    expect(await page.getByLabel("Salad").isChecked()).toBe(true);
    expect(await page.getByLabel("Why?").inputValue()).toBe("Zu viel Salz");
  },
);

test("a language that is written from right to left fits a phone, and its answer is counted under its name", async () => {
  const page = await openAs({ locale: "ar", viewport: { width: 360, height: 740 } });
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  const isTooWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
  expect(await page.evaluate(isTooWide)).toBe(false);
  await page.getByRole("group", { name: "أي طبق؟" }).getByLabel("Soup").check();
  await page.getByLabel("Why?").fill("لذيذ");
  // An answer within two seconds is taken for that of a program.
  await expect
    .poll(async () => {
      await follow(page.locator(".survey-actions button").first());
      return page.url();
    })
    .toContain("/done?");
  await author.goto(`${survey}/results`);
  expect(await author.locator("main").innerText()).toContain("Arabic");
});
