import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clicksAfterDrag, isLeftToBrowser } from "./support/like-firefox.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";
import { startWebsite } from "./support/start-website.ts";
import { createSurvey, signInAuthor } from "./support/survey-author.ts";

const text = `Lunch

Welcome.

Which dish?[Single Choice]
Soup
Salad
Fish

How was it?[Single Line Text]

=== Page Break ===

Anything else?[Single Line Text]`;

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

/** A browser that runs scripts, in which Ada edits a new survey. */
async function openEditor(): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    locale: "en-US",
    viewport: { width: 1000, height: 2400 },
  });
  const page = await signInAuthor(context, platform.url);
  const survey = await createSurvey(page, platform.url, text);
  await page.goto(`${platform.url}${survey}/edit`);
  return page;
}

/** The questions of each page, in the order of the page. */
function titles(page: Page): Promise<readonly (readonly string[])[]> {
  return page
    .locator(".editor-page")
    .evaluateAll((sections) =>
      sections.map((section) => [...section.querySelectorAll("h3")].map((title) => title.textContent ?? "")),
    );
}

/** Drags something by its handle over something else until they have changed places, and drops it. */
async function drag(page: Page, what: Locator, onto: Locator): Promise<void> {
  const order = () =>
    page.locator("[data-sortable-id]").evaluateAll((parts) => parts.map(({ id }) => id).join(" "));
  const before = await order();
  await what.locator(".drag-handle").first().hover();
  await page.mouse.down();
  const target = await onto.boundingBox();
  let step = 0;
  await expect
    .poll(
      async () => {
        await page.mouse.move((target?.x ?? 0) + 60, (target?.y ?? 0) + 12 + (step % 2));
        step += 1;
        return order();
      },
      { timeout: 30_000 },
    )
    .not.toBe(before);
  await page.mouse.up();
}

/** The card of a question, by its number. */
function card(page: Page, number: number): Locator {
  return page.getByRole("article", { name: new RegExp(`^Q${number}\\b`) });
}

/** Waits until what was written is stored. */
async function saved(page: Page): Promise<void> {
  await page.locator("#editor-status", { hasText: "Saved" }).waitFor();
}

/** What the console says: a policy that stops a script or a style writes there. */
function consoleOf(page: Page): readonly string[] {
  const lines: string[] = [];
  page.on("console", (message) => void lines.push(message.text()));
  page.on("pageerror", (error) => void lines.push(String(error)));
  return lines;
}

/** Counts the pages that are loaded. */
function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

test("a question is written in its place: a click opens it, options go on by Enter, leaving it saves", async () => {
  const page = await openEditor();
  const lines = consoleOf(page);
  const loads = loadsOf(page);
  await card(page, 1).click();
  await page.getByLabel("Question", { exact: true }).fill("Which dishes?");
  await page.keyboard.press("Enter");
  const options = page.locator("[data-parts=option] input[id^=option-]");
  await options.last().press("Enter");
  await page.keyboard.type("Rice");
  await options.first().fill("");
  await options.first().press("Backspace");
  await saved(page);
  await card(page, 2).click();
  await page.locator("#title", { hasText: "How was it?" }).waitFor();
  await page.keyboard.type(" Really");
  await page.keyboard.press("Escape");
  await page.locator("#question-form").waitFor({ state: "detached" });
  expect(await titles(page)).toEqual([["Which dishes?", "How was it? Really"], ["Anything else?"]]);
  expect(await card(page, 1).locator("label").allInnerTexts()).toEqual(["Salad", "Fish", "Rice"]);
  expect(loads()).toBe(0);
  await page.reload();
  expect(await titles(page)).toEqual([["Which dishes?", "How was it? Really"], ["Anything else?"]]);
  expect(lines).toEqual([]);
});

test("a question of any type is added between two others, and dropped when nothing was written", async () => {
  const page = await openEditor();
  const loads = loadsOf(page);
  await page.getByRole("link", { name: "Insert before Q2" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rating scale", exact: true }).click();
  await page.locator("#question-form").waitFor();
  await page.keyboard.type("How hungry were you?");
  await saved(page);
  // The preview shows it without being asked.
  await page.setViewportSize({ width: 1400, height: 1000 });
  const preview = page.frameLocator("iframe[title=Preview]");
  await preview.getByText("How hungry were you?").waitFor();
  const width = () => preview.locator("body").evaluate(() => innerWidth);
  expect(await width()).toBeLessThan(500);
  await page.getByLabel("Desktop").check();
  await expect.poll(width).toBe(1024);
  // Escape closes the menu, and only then the card.
  await page.getByLabel("Type", { exact: true }).click();
  expect(await isLeftToBrowser(page.getByLabel("Type", { exact: true }), "Escape")).toBe(true);
  await page.keyboard.press("Escape");
  expect(await page.locator("#question-form").count()).toBe(1);
  await page.keyboard.press("Escape");
  await page.locator("#question-form").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.getByRole("dialog").getByRole("button", { name: "Address", exact: true }).click();
  await page.locator("#question-form").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#question-form").waitFor({ state: "detached" });
  const all = [["Which dish?", "How hungry were you?", "How was it?"], ["Anything else?"]];
  expect(await titles(page)).toEqual(all);
  expect(loads()).toBe(0);
  await page.reload();
  expect(await titles(page)).toEqual(all);
  // Below each other, where the width is not chosen, it has its height all the same.
  await page.setViewportSize({ width: 1000, height: 1000 });
  await page.goto(page.url().replace(/\/edit.*$/, "/edit/look"));
  const height = await page.locator("#look-preview").evaluate((frame) => frame.clientHeight);
  expect(height).toBeGreaterThan(600);
});

test("questions and options are dragged, and questions moved by keys; undoing says what it will do", async () => {
  const page = await openEditor();
  const lines = consoleOf(page);
  expect(await clicksAfterDrag(page)).toBe(0);
  await drag(page, card(page, 2), card(page, 1));
  await expect.poll(() => titles(page)).toEqual([["How was it?", "Which dish?"], ["Anything else?"]]);
  await page.getByText("Saved.", { exact: true }).waitFor();
  expect(await page.locator("#undo-what").innerText()).toContain("moves “");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toEqual([["Which dish?", "How was it?"], ["Anything else?"]]);
  await card(page, 2).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => titles(page)).toEqual([["Which dish?"], ["How was it?", "Anything else?"]]);
  await card(page, 1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toEqual([["Which dish?", "How was it?"], ["Anything else?"]]);
  await card(page, 1).focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await card(page, 1).focus();
  await page.keyboard.press("Enter");
  const options = page.locator("[data-parts=option] input[id^=option-]");
  await options.first().waitFor();
  const option = (name: string) =>
    page.locator(".editor-part", { has: page.locator(`input[value=${name}]`) });
  await drag(page, option("Fish"), option("Soup"));
  await saved(page);
  expect(await options.evaluateAll((inputs) => inputs.map((input) => input.getAttribute("value")))).toEqual([
    "Fish",
    "Soup",
    "Salad",
  ]);
  await page.reload();
  expect(await card(page, 1).locator("label").allInnerTexts()).toEqual(["Fish", "Soup", "Salad"]);
  expect(lines).toEqual([]);
});

test("a page folds, stays folded while others change, and is moved whole by keys and by dragging", async () => {
  const page = await openEditor();
  const pages = page.locator(".editor-page");
  const names = page.locator(".editor-page summary");
  await names.nth(1).click();
  expect(await names.nth(1).innerText()).toBe("Page 2 1 question");
  await card(page, 3).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Copy Q1" }).click();
  const cards = page.locator(".editor-card");
  await expect.poll(() => cards.count()).toBe(4);
  expect(await cards.last().isVisible()).toBe(false);
  await names.nth(1).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(async () => (await titles(page))[0]).toEqual(["Anything else?"]);
  expect(await names.nth(0).evaluate((name) => name === document.activeElement)).toBe(true);
  await drag(page, pages.nth(1), pages.nth(0));
  await expect.poll(async () => (await titles(page))[1]).toEqual(["Anything else?"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await titles(page))[0]).toEqual(["Anything else?"]);
  await page.keyboard.press("/");
  await page.getByRole("dialog").getByRole("button", { name: "Rating scale", exact: true }).click();
  await page.locator("#title:focus").waitFor();
});

test("a lost connection and an ended session are said, and nothing that was written is lost", async () => {
  const page = await openEditor();
  await card(page, 1).click();
  const title = page.getByLabel("Question", { exact: true });
  await page.context().setOffline(true);
  await title.fill("Written without a connection");
  await page.getByRole("alert").getByText("cannot be reached").waitFor();
  await page.context().setOffline(false);
  await saved(page);
  expect(await page.getByRole("alert").innerText()).toBe("");
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await title.fill("Written without a session");
  await page.getByRole("alert").getByText("session has ended").waitFor();
  expect(await title.inputValue()).toBe("Written without a session");
  // A press takes longer than the reply to what is sent when the field is left.
  await title.fill("Written without a session, to the end");
  const signIn = await page.getByRole("button", { name: "Sign in and save" }).boundingBox();
  await page.mouse.move((signIn?.x ?? 0) + 10, (signIn?.y ?? 0) + 10);
  const refused = page.waitForResponse((response) => response.status() === 403);
  await page.mouse.down();
  await refused;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.mouse.up();
  await page.getByText("Not sent yet").waitFor();
  // Another tab has signed in.
  await page.context().addCookies(cookies);
  await page.locator("main form button").click();
  await page.waitForURL(/notice=saved/);
  expect((await titles(page))[0]?.[0]).toBe("Written without a session, to the end");
});

test("a save whose reply is lost is not taken for somebody else's when its author writes on", async () => {
  const page = await openEditor();
  await card(page, 1).click();
  const title = page.getByLabel("Question", { exact: true });
  let lost = 0;
  await page.route(/\/edit\/questions\//, async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    // The server has it, and its reply never arrives.
    await route.fetch();
    return route.abort();
  });
  await title.fill("Written first");
  await page.getByRole("alert").getByText("cannot be reached").waitFor();
  await title.fill("Written second");
  await saved(page);
  expect(lost).toBe(1);
  expect(await page.getByRole("alert").innerText()).toBe("");
  await page.reload();
  expect((await titles(page))[0]?.[0]).toBe("Written second");
});

test("when a question is shown is chosen in its place, and follows from the question that is chosen", async () => {
  const page = await openEditor();
  const loads = loadsOf(page);
  await page.getByRole("link", { name: "Add a condition Q2" }).click();
  const conditions = card(page, 2).getByRole("group", { name: "Shown when" });
  await conditions.getByLabel("Question").selectOption({ label: "Q1 Which dish?" });
  await conditions.getByLabel("Comparison").selectOption("is");
  await conditions.getByLabel("Value").selectOption({ label: "Salad" });
  await page.getByRole("button", { name: "Save the conditions" }).click();
  await card(page, 2).getByText("Shown when Q1 Which dish? is Salad").waitFor();
  expect(loads()).toBe(0);
  await page.getByRole("link", { name: "Preview", exact: true }).click();
  expect(await page.getByLabel(/How was it/).count()).toBe(0);
  await page.getByLabel("Salad").check();
  await page.getByLabel(/How was it/).waitFor();
});

test("what somebody else changes appears in its place, and a card in work is not overwritten", async () => {
  const page = await openEditor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await card(page, 1).click();
  await page.locator("#question-form").waitFor();
  await card(other, 1).click();
  await other.getByLabel("Question", { exact: true }).fill("Theirs");
  await saved(other);
  await other.keyboard.press("Escape");
  await card(other, 2).click();
  await other.locator("#title", { hasText: "How was it?" }).waitFor();
  await other.getByLabel("Question", { exact: true }).fill("Theirs, too");
  await saved(other);
  await expect.poll(() => card(page, 2).locator("h3").innerText(), { timeout: 20_000 }).toBe("Theirs, too");
  await page.getByLabel("Question", { exact: true }).fill("Mine");
  await page.getByText("Somebody else changed this at the same time").waitFor();
  expect(await page.getByLabel("Question", { exact: true }).inputValue()).toBe("Mine");
  await page.getByRole("button", { name: "Done" }).click();
  await page.locator("#question-form").waitFor({ state: "detached" });
  expect(await card(page, 1).locator("h3").innerText()).toBe("Mine");
});

test("without scripts the same is done with pages, and Enter in a field saves it and moves no option", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-US" });
  const page = await signInAuthor(context, platform.url);
  const survey = await createSurvey(page, platform.url, text);
  await page.goto(`${platform.url}${survey}/edit`);
  await page.getByRole("link", { name: "Insert before Q2" }).click();
  await page.getByRole("button", { name: "Single choice", exact: true }).click();
  await page.fill("#title", "Which drink?");
  await page.fill("#new-options", "Tea\nWater");
  await page.getByRole("button", { name: "Save" }).last().click();
  await page.waitForURL(/notice=saved/);
  await page.getByRole("link", { name: "Edit Q1" }).click();
  await page.fill("#title", "Which dish was it?");
  await page.locator("input[id^=option-]").first().press("Enter");
  await page.waitForURL(/\/edit\?notice=saved/);
  expect(await titles(page)).toEqual([
    ["Which dish was it?", "Which drink?", "How was it?"],
    ["Anything else?"],
  ]);
  expect(await card(page, 1).locator("label").allInnerTexts()).toEqual(["Soup", "Salad", "Fish"]);
});

test("a survey is answered in a frame of the website that its author named, and is shown in no other one", async () => {
  const ada = await openEditor();
  const survey = new URL(ada.url()).href.replace(/\/edit$/, "");
  await ada.goto(survey);
  await ada.getByRole("button", { name: /publish/i }).click();
  await ada.waitForURL(/notice=published/);
  // The website has the code that the page for sharing shows, which it shows once the website is named.
  await ada.goto(`${survey}/share`);
  const address = await ada.locator("main .copyable code, main .copyable").first().innerText();
  const port = await startWebsite(`<iframe src="${address.trim()}" width="400" height="900"></iframe>`);
  await ada.goto(`${survey}/settings`);
  await ada.locator("summary", { hasText: "Who can answer" }).click();
  await ada.fill("#embed_origins", `http://127.0.0.1:${port}`);
  await ada.getByRole("button", { name: /save the settings/i }).click();
  await ada.waitForURL(/notice=saved/);
  await ada.goto(`${survey}/share`);
  expect(await ada.locator("main").innerText()).toContain(`<iframe src="${address.trim()}?channel=embed"`);

  const visitor = await (await browser.newContext({ locale: "en-US" })).newPage();
  // The same site: without TLS, browsers send no cookie to a frame on another one.
  await visitor.goto(`http://127.0.0.1:${port}/`);
  const frame = visitor.frameLocator("iframe");
  await frame.getByLabel("Salad").check();
  await frame.getByLabel(/How was it/).fill("Good");
  await frame.getByRole("button", { name: "Next" }).click();
  await frame.getByLabel(/Anything else/).waitFor();

  const stranger = await (await browser.newContext({ locale: "en-US" })).newPage();
  const refused = stranger.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await stranger.goto(`http://localhost:${port}/`);
  await refused;
  expect(await stranger.frameLocator("iframe").getByLabel("Salad").count()).toBe(0);
});
