import { encode } from "fast-png";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CountedAuthor } from "./support/counted-author.ts";
import { expectCounts } from "./support/job-counts.ts";
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
async function changeFirst(author: CountedAuthor): Promise<void> {
  const { page } = author;
  const form = page.locator("#question-form");
  await author.click(page.getByRole("link", { name: "Edit Q1" }));
  // The first click into a card that was just opened counts.
  await author.click(form.getByLabel("Required"));
  await author.click(form.locator("summary").filter({ hasText: /^Picture$/ }));
  const alternative = form.getByLabel("What the picture shows").first();
  await author.click(alternative);
  await author.fill(alternative, "A red plate");
  // A click opens the choice of files, which is the system's.
  author.clicks += 1;
  await form.getByLabel("Picture of the question").setInputFiles(red);
}

test("a question gets a picture and becomes optional in its place without loading a page; by pages alone it is the same question", async () => {
  const inPlace = await openLunch({});
  const author = new CountedAuthor(inPlace.page);
  await changeFirst(author);
  await inPlace.page.locator("#picture-view img").waitFor();
  await author.press("Escape");
  await inPlace.page.getByRole("article", { name: /^Q1/ }).getByAltText("A red plate").waitFor();
  expectCounts("change, with scripts", author);
  const byPages = await openLunch({ javaScriptEnabled: false });
  const plain = new CountedAuthor(byPages.page);
  await changeFirst(plain);
  await plain.click(byPages.page.getByRole("button", { name: "Save" }).last());
  await byPages.page.waitForURL(/notice=saved/);
  expectCounts("change, by pages alone", plain);
  const changed = await firstQuestion(inPlace.page, inPlace.survey);
  expect(changed).toMatchObject({ required: false, picture: { alt: "A red plate", width: 60, height: 40 } });
  expect(await firstQuestion(byPages.page, byPages.survey)).toEqual(changed);
}, 120_000);

/** Somebody who sends sooner is asked to look at it again. */
const longerThanPrograms = 2500;

/** Answers a survey on a phone. */
async function answer(address: string, javaScriptEnabled: boolean): Promise<CountedAuthor> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ ...usual, viewport, javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(address);
  const respondent = new CountedAuthor(page);
  await respondent.click(page.getByText("Good", { exact: true }));
  await respondent.click(page.getByLabel("What did you eat?"));
  await respondent.fill(page.getByLabel("What did you eat?"), "Soup");
  await page.waitForTimeout(longerThanPrograms);
  await respondent.follow(page.getByRole("button", { name: "Send answers" }));
  expect(page.url()).toContain("/done");
  await context.close();
  return respondent;
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
  expectCounts("answer on a phone, with scripts", await answer(address, true));
  expectCounts("answer on a phone, by pages alone", await answer(address, false));
  for (const serial of [1, 2]) {
    await page.goto(`${platform.url}${survey}/results/answers/${serial}`);
    const shown = await page.locator("main").innerText();
    expect(shown).toMatch(/Good[\s\S]*Soup/);
  }
}, 120_000);
