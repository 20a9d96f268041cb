import type { Browser, BrowserContextOptions, Page } from "playwright-core";
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

const usual = { locale: "en-US", reducedMotion: "reduce" } as const;

/** Ada at the list of her surveys, with a survey that is published. */
async function openAuthor(title: string, options: BrowserContextOptions) {
  const page = await signInAuthor(await browser.newContext({ ...usual, ...options }), platform.url);
  const text = `${title}\n\n\n\nHow was it?[Single Choice]\nGood\nBad\n\nWhy?[Single Line Text][Optional]`;
  const survey = await createSurvey(page, platform.url, text);
  await page
    .getByRole("button", { name: /publish/i })
    .first()
    .click();
  await page.waitForURL(/notice=published/);
  await page.goto(`${platform.url}${survey}/share`);
  const address = (await page.locator("main .copyable").first().innerText()).trim();
  await page.goto(`${platform.url}/surveys`);
  return { author: new CountedAuthor(page), survey, address };
}

/** Answers in a browser of one's own. Somebody who is as quick as this is asked to look at it again. */
async function answer(address: string, choice: string, why: string): Promise<void> {
  const context = await browser.newContext(usual);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText(choice, { exact: true }).click();
  await page.getByLabel("Why?").fill(why);
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

test("the choices of a question are in the filter once it is chosen, in place; without scripts, once a button is pressed", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await signInAuthor(await browser.newContext({ ...usual, javaScriptEnabled }), platform.url);
    await page.goto(`${platform.url}/surveys/1/results/answers`);
    await page.locator("summary", { hasText: "Filter" }).click();
    await page.getByRole("button", { name: "Add a condition" }).click();
    const question = page.getByRole("combobox", { name: "Question", exact: true });
    await question.selectOption({ index: 1 });
    const show = page.getByRole("button", { name: "Show what can be compared" });
    if (!javaScriptEnabled) await show.click();
    await page.locator("select#e0-value").waitFor();
    const isInPlace = new URL(page.url()).search === "";
    expect([isInPlace, await show.isVisible()]).toEqual([javaScriptEnabled, !javaScriptEnabled]);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(
      javaScriptEnabled ? "e0-question" : "e0-value",
    );
    await page.context().close();
  }
});

test("on a phone the tabs of a survey take two rows, and the menu of the others says which page is open", async () => {
  const context = await browser.newContext({ ...usual, viewport: { width: 360, height: 800 } });
  const page = await signInAuthor(context, platform.url);
  await page.goto(`${platform.url}/surveys/1/export`);
  const tabs = page.getByRole("navigation", { name: "Pages of the survey" });
  expect((await tabs.boundingBox())?.height).toBeLessThan(80);
  await page.getByText("More: Export").press("Enter");
  await tabs.getByRole("link", { name: "Log" }).click();
  await page.getByText("More: Log").waitFor();
  await context.close();
});

/** The serials of the answers that a list shows. */
const listed = (page: Page) => page.locator("main table tbody th").allInnerTexts();

const ways = [
  { way: "with scripts", javaScriptEnabled: true },
  { way: "by pages alone", javaScriptEnabled: false },
];

test.each(ways)(
  "one bad answer is found by a word, opened and deleted with few clicks, and the search stays: $way",
  async ({ way, javaScriptEnabled }) => {
    const { author, address } = await openAuthor(`Found ${way}`, { javaScriptEnabled });
    const { page } = author;
    for (const [choice, why] of [
      ["Good", "Soup"],
      ["Bad", "Spam soup"],
      ["Good", "Bread"],
    ] as const)
      await answer(address, choice, why);
    await author.follow(page.getByRole("link", { name: `Found ${way}` }));
    await author.follow(page.getByRole("link", { name: "Answers", exact: true }));
    await author.click(page.getByLabel("Search in answers"));
    await author.type("soup");
    await Promise.all([page.waitForURL(/q=soup/), author.press("Enter")]);
    expect((await listed(page)).map((text) => text.trim())).toEqual(["2", "1"]);
    await author.follow(page.getByRole("link", { name: "2", exact: true }));
    expect(await page.locator("main").innerText()).toMatch(/Bad[\s\S]*Spam soup/);
    await author.follow(page.getByRole("link", { name: "Delete this answer" }));
    await author.follow(page.getByRole("button", { name: "Delete the answer" }));
    expect(new URL(page.url()).searchParams.get("q")).toBe("soup");
    expect((await listed(page)).map((text) => text.trim())).toEqual(["1"]);
    expectCounts(`find a bad answer, ${way}`, author);
    await page.context().close();
  },
  120_000,
);

test.each(ways)(
  "results are shared with few clicks, and a stranger with the link sees them: $way",
  async ({ way, javaScriptEnabled }) => {
    const { author, address } = await openAuthor(`Shared ${way}`, { javaScriptEnabled });
    const { page } = author;
    await answer(address, "Good", "For the author alone");
    await author.follow(page.getByRole("link", { name: `Shared ${way}` }));
    await author.follow(page.getByRole("link", { name: "Results", exact: true }));
    await author.follow(page.getByRole("link", { name: "Share results" }));
    await author.follow(page.getByRole("link", { name: "New link" }));
    await author.follow(page.getByRole("button", { name: "Make the link" }));
    expectCounts(`share results, ${way}`, author);
    const link = (await page.locator(".copyable").textContent()) ?? "";
    const stranger = await (await browser.newContext({ ...usual, javaScriptEnabled })).newPage();
    await stranger.goto(new URL(new URL(link).pathname + new URL(link).search, platform.url).href);
    const shown = () => stranger.locator("main").innerText();
    expect(await shown()).toMatch(/1 answers?[\s\S]*How was it\?[\s\S]*1 \(100%\)/);
    expect(await shown()).not.toContain("For the author alone");
    await stranger.context().close();
    await page.context().close();
  },
  120_000,
);

test("results that are open, one's own and those of a link, show a new answer in place, and say that they are live", async () => {
  const { author, survey, address } = await openAuthor("Watched", {});
  const { page } = author;
  await page.goto(`${platform.url}${survey}/results/links/new`);
  await author.follow(page.getByRole("button", { name: "Make the link" }));
  const { pathname, search } = new URL((await page.locator(".copyable").textContent()) ?? "");
  const stranger = await (await browser.newContext(usual)).newPage();
  await stranger.goto(`${platform.url}${pathname}${search}`);
  await page.goto(`${platform.url}${survey}/results`);
  for (const one of [page, stranger]) {
    await one.getByRole("status").filter({ hasText: "Live" }).waitFor();
    await one.evaluate(() => document.body.setAttribute("data-kept", ""));
  }
  await answer(address, "Bad", "Cold");
  for (const one of [page, stranger]) {
    await one.getByText("1 (100%)").first().waitFor({ timeout: 40_000 });
    expect(await one.locator("body[data-kept]").count()).toBe(1);
  }
  expect(await page.locator("main").innerText()).toContain("Cold");
}, 120_000);
