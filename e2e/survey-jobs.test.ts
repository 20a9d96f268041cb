import { encode } from "fast-png";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";
import { createSurvey, signInAuthor } from "./support/survey-author.ts";

let browser: Browser;
let platform: PlatformProcess;

beforeAll(async () => {
  browser = await openBrowser();
  platform = await startPlatform({ command: "demo" });
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

const lunch =
  "Lunch\n\nWelcome.\n\nHow was it?[Single Choice]\nGood\nBad\n\nWhat did you eat?[Single Line Text]";

const red = {
  name: "red.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    encode({ width: 60, height: 40, channels: 3, data: new Uint8Array(7200).fill(200), depth: 8 }),
  ),
};

type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]>;
const usual = { locale: "en-US", reducedMotion: "reduce" } as const;

async function openLunch(options: ContextOptions) {
  const context: BrowserContext = await browser.newContext({ ...usual, ...options });
  const page = await signInAuthor(context, platform.url);
  return { page, survey: await createSurvey(page, platform.url, lunch) };
}

/** The first question of a survey as it is stored, without what differs from survey to survey. */
async function firstQuestion(page: Page, survey: string) {
  const reply = await page.request.get(`${platform.url}${survey}/json`);
  // The file that the page offers for download.
  const { pages } = (await reply.json()) as {
    readonly pages: readonly { readonly questions: readonly Record<string, unknown>[] }[];
  };
  const { title, required, picture } = pages[0]?.questions[0] ?? {};
  return { title, required, picture };
}

/** Adds a picture to the first question, and makes it optional: in its place, or on its page. */
async function changeFirst(page: Page): Promise<void> {
  const form = page.locator("#question-form");
  await page.getByRole("link", { name: "Edit Q1" }).click();
  // The first click into a card that was just opened counts.
  await form.getByLabel("Required").click();
  await form
    .locator("summary")
    .filter({ hasText: /^Picture$/ })
    .click();
  await form.getByLabel("What the picture shows").first().fill("A red plate");
  await form.getByLabel("Picture of the question").setInputFiles(red);
}

test("a question gets a picture and becomes optional in its place without loading a page; by pages alone it is the same question", async () => {
  const inPlace = await openLunch({});
  let loads = 0;
  inPlace.page.on("framenavigated", (frame) => {
    if (frame === inPlace.page.mainFrame()) loads += 1;
  });
  await changeFirst(inPlace.page);
  await inPlace.page.locator("#picture-view img").waitFor();
  await inPlace.page.keyboard.press("Escape");
  await inPlace.page.getByRole("article", { name: /^Q1/ }).getByAltText("A red plate").waitFor();
  expect(loads).toBe(0);
  const byPages = await openLunch({ javaScriptEnabled: false });
  await changeFirst(byPages.page);
  await byPages.page.getByRole("button", { name: "Save" }).last().click();
  await byPages.page.waitForURL(/notice=saved/);
  const changed = await firstQuestion(inPlace.page, inPlace.survey);
  expect(changed).toMatchObject({ required: false, picture: { alt: "A red plate", width: 60, height: 40 } });
  expect(await firstQuestion(byPages.page, byPages.survey)).toEqual(changed);
}, 120_000);

/** Answers a survey on a phone. Somebody who is as quick as this is asked to look at it again. */
async function answer(address: string, javaScriptEnabled: boolean): Promise<void> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ ...usual, viewport, javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText("Good", { exact: true }).click();
  await page.getByLabel("What did you eat?").fill("Soup");
  await expect
    .poll(
      async () => {
        if (!page.url().includes("/done")) await page.getByRole("button", { name: "Send answers" }).click();
        return page.url();
      },
      { timeout: 30_000 },
    )
    .toContain("/done");
  await context.close();
}

test("a survey is answered on a phone, and without scripts the same is stored", async () => {
  const { page, survey } = await openLunch({});
  await page
    .getByRole("button", { name: /publish/i })
    .first()
    .click();
  await page.waitForURL(/notice=published/);
  await page.goto(`${platform.url}${survey}/share`);
  const address = (await page.locator("main .copyable").first().innerText()).trim();
  for (const isScripted of [true, false]) await answer(address, isScripted);
  for (const serial of [1, 2]) {
    await page.goto(`${platform.url}${survey}/results/answers/${serial}`);
    const shown = await page.locator("main").innerText();
    expect(shown).toMatch(/Good[\s\S]*Soup/);
  }
}, 120_000);
