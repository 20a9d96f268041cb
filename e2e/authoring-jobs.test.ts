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

/** A question to make: its type as the palette names it, its title, and its options or rows. */
interface Wanted {
  readonly type: string;
  readonly title: string;
  readonly parts?: readonly string[];
}

/** Twelve questions of a museum. */
const questions: readonly Wanted[] = [
  { type: "Single choice", title: "Your role", parts: ["Visitor", "Student", "Teacher"] },
  { type: "Multiple choice", title: "What did you see?", parts: ["Paintings", "Machines", "Nothing"] },
  { type: "Rating scale", title: "How was it?" },
  { type: "Several lines of text", title: "Why did you see nothing?" },
  { type: "Dropdown", title: "How did you come?", parts: ["Bus", "Car", "Bicycle"] },
  { type: "Net promoter score", title: "Would you recommend us?" },
  { type: "One line of text", title: "Your school" },
  { type: "Date and time", title: "When were you here?" },
  { type: "Ranking", title: "What matters most?", parts: ["Price", "Opening hours", "Guides"] },
  { type: "Phone number", title: "Your telephone" },
  { type: "Address", title: "Where do you live?" },
  { type: "Paragraph of text", title: "Thank you for your time." },
];

async function openAuthor(options: Parameters<Browser["newContext"]>[0] = {}): Promise<CountedAuthor> {
  const context: BrowserContext = await browser.newContext({
    reducedMotion: "reduce",
    locale: "en-US",
    ...options,
  });
  return new CountedAuthor(await signInAuthor(context, platform.url));
}

/** From the list of surveys to an empty one. */
async function begin(author: CountedAuthor, title: string): Promise<void> {
  const { page } = author;
  await author.click(page.getByRole("link", { name: "Create a survey" }).first());
  await author.click(page.getByRole("link", { name: "Empty survey" }));
  await page.locator("#title").focus();
  await author.type(title);
  await author.press("Enter");
  await page.waitForURL(/\/edit\?/);
}

async function publish(author: CountedAuthor): Promise<string> {
  const { page } = author;
  await author.click(page.getByRole("button", { name: /publish/i }).first());
  await page.waitForURL(/notice=published/);
  return new URL(page.url()).pathname;
}

/** The titles of the questions of a survey, and what shows them, as they are stored. */
async function stored(page: Page, survey: string): Promise<string> {
  const reply = await page.request.get(`${platform.url}${survey}/json`);
  // The file that the page offers for download.
  const { pages, logic } = (await reply.json()) as {
    readonly pages: readonly {
      readonly questions: readonly { readonly title: string; readonly type: string }[];
    }[];
    readonly logic?: { readonly rules: readonly { readonly kind: string }[] };
  };
  const titles = pages.flatMap((one) => one.questions.map(({ type, title }) => `${type}: ${title}`));
  return [...titles, ...(logic?.rules ?? []).map(({ kind }) => kind)].join("\n");
}

/** What shows two of the questions. */
const conditions = [
  { number: 4, question: "Q2 What did you see?", value: "Nothing" },
  { number: 7, question: "Q1 Your role", value: "Student" },
];

/** Makes it in its place. */
async function make(author: CountedAuthor): Promise<void> {
  const { page } = author;
  for (const { type, title, parts = [] } of questions) {
    await author.press("/");
    await author.click(page.getByRole("dialog").getByRole("button", { name: type, exact: true }));
    await page.locator("#question-form").waitFor();
    for (const line of [title, ...parts]) {
      if (line !== title) await author.press("Enter");
      await author.type(line);
    }
    await author.press("Escape");
    await page.locator("#question-form").waitFor({ state: "detached" });
  }
  for (const { number, question, value } of conditions) {
    const card = page.getByRole("article", { name: new RegExp(`^Q${number}\\b`) });
    await author.click(page.getByRole("link", { name: `Add a condition Q${number}` }));
    const rows = card.getByRole("group", { name: "Shown when" });
    await author.choose(rows.getByLabel("Question"), question);
    await author.choose(rows.getByLabel("Value"), value);
    await author.click(page.getByRole("button", { name: "Save the conditions" }));
    await card.getByText(`is ${value}`).waitFor();
  }
}

/** Makes it by pages, as without scripts. */
async function makeByPages(author: CountedAuthor): Promise<void> {
  const { page } = author;
  for (const { type, title, parts = [] } of questions) {
    await author.click(page.getByRole("link", { name: "Add a question" }).last());
    await author.click(page.getByRole("button", { name: type, exact: true }));
    await author.fill(page.locator("#title"), title);
    if (parts.length > 0) await author.click(page.locator("#new-options"));
    if (parts.length > 0) await author.fill(page.locator("#new-options"), parts.join("\n"));
    await author.click(page.getByRole("button", { name: "Save" }).last());
    await page.waitForURL(/notice=saved/);
  }
  for (const { number, question, value } of conditions) {
    await author.click(page.getByRole("link", { name: `Add a condition Q${number}` }));
    await author.choose(page.getByLabel("Question"), question);
    await author.click(page.getByRole("button", { name: "Show what can be compared" }));
    await author.choose(page.getByLabel("Value"), value);
    await author.click(page.getByRole("button", { name: "Save the conditions" }).last());
    await page.waitForURL(/notice=saved/);
  }
}

test("twelve questions with two conditions are made and published with few clicks and pages; by pages alone it is the same survey", async () => {
  const author = await openAuthor();
  await begin(author, "Our museum");
  await make(author);
  const survey = await publish(author);
  expect(author.clicks).toBeLessThanOrEqual(45);
  expect(author.loads).toBeLessThanOrEqual(5);
  expectCounts("make, with scripts", author);
  const plain = await openAuthor({ javaScriptEnabled: false });
  await begin(plain, "Our museum");
  await makeByPages(plain);
  const other = await publish(plain);
  expect(await stored(plain.page, other)).toBe(await stored(author.page, survey));
}, 180_000);

const titlesOf = (page: Page) => page.locator(".editor-page h3").allTextContents();

/** Goes to the button of the card at which the page stands, twice. */
async function moveByButtons(page: Page): Promise<CountedAuthor> {
  const mover = new CountedAuthor(page);
  for (const _ of [1, 2]) {
    const isThere = () => page.locator("button[value^='up ']:focus").count();
    while ((await isThere()) === 0 && mover.keys < 20) await mover.press("Tab");
    const moved = page.waitForEvent("domcontentloaded");
    await mover.press("Enter");
    await moved;
  }
  return mover;
}

test("a question is moved to the beginning with the keyboard alone", async () => {
  const author = await openAuthor();
  const { page } = author;
  await begin(author, "Moved by keys");
  for (const title of ["One", "Two", "Three"]) {
    await page.keyboard.press("/");
    await page.getByRole("dialog").waitFor();
    for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator("#question-form").waitFor();
    await page.keyboard.type(title);
    await page.keyboard.press("Escape");
    await page.locator("#question-form").waitFor({ state: "detached" });
  }
  await expect.poll(() => titlesOf(page)).toEqual(["One", "Two", "Three"]);
  const mover = new CountedAuthor(page);
  for (const expected of [
    ["One", "Three", "Two"],
    ["Three", "One", "Two"],
  ]) {
    await mover.press("Alt+ArrowUp");
    await expect.poll(() => titlesOf(page)).toEqual(expected);
  }
  expect(author.loads).toBeLessThanOrEqual(4);
  expectCounts("move by keys, with scripts", mover);
  const plain = await openAuthor({ javaScriptEnabled: false });
  const text = "Moved\n\n\nOne[Single Line Text]\n\nTwo[Single Line Text]\n\nThree[Single Line Text]";
  const survey = await createSurvey(plain.page, platform.url, text);
  await plain.page.goto(`${platform.url}${survey}/edit`);
  const card = await plain.page.locator(".editor-card").nth(2).getAttribute("id");
  await plain.page.goto(`${platform.url}${survey}/edit#${card}`);
  expectCounts("move by keys, by pages alone", await moveByButtons(plain.page));
  expect(await titlesOf(plain.page)).toEqual(["Three", "One", "Two"]);
});

/** Pastes a text where the cursor is. */
async function paste(page: Page, pasted: string): Promise<void> {
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", content);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, pasted);
}

test("several lines that are pasted become questions after a look, or stay one title", async () => {
  const { page } = await openAuthor();
  const pasted = "1. Who are you?\nA. Guest\nB. Staff\n2. Why?";
  const title = page.locator("#question-form #title");
  const insert = async () => {
    await page.getByRole("button", { name: "See them as questions" }).click();
    await page.getByLabel("Type of question 1").waitFor();
    await page.getByRole("button", { name: "Insert these questions" }).click();
    await page.waitForURL(/notice=inserted/);
  };
  const pasteAsTitle = async (name: string) => {
    await page.getByRole("link", { name }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Single choice", exact: true }).click();
    await title.waitFor();
    await paste(page, pasted);
  };
  const survey = await createSurvey(page, platform.url, "Lunch\n\n\nHow was it?[Single Line Text]");
  await page.goto(`${platform.url}${survey}/edit`);
  await pasteAsTitle("Insert before Q1");
  await insert();
  await page.getByRole("article", { name: /^Q1\b/ }).focus();
  await paste(page, "Your name\n\nYour city");
  await insert();
  const expected = ["Who are you?", "Your name", "Your city", "Why?", "How was it?"];
  expect(await page.locator(".editor-page h3").allTextContents()).toEqual(expected);
  await pasteAsTitle("Insert before Q1");
  await page.getByRole("button", { name: "Keep them as one title" }).click();
  expect(await title.inputValue()).toBe(pasted);
});
