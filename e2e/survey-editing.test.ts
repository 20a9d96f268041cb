import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";
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

/** Drags a part by its handle over another one until they have changed places, drops it, and waits for the page after it. */
async function drag(page: Page, part: string, onto: string): Promise<void> {
  const order = () =>
    page.locator("[data-sortable-id]").evaluateAll((parts) => parts.map(({ id }) => id).join(" "));
  const before = await order();
  await page.locator(`[data-sortable-id]:has(${part}) .drag-handle`).hover();
  await page.mouse.down();
  const target = await page.locator(`[data-sortable-id]:has(${onto})`).boundingBox();
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
  await page.waitForURL(/notice=saved/);
}

test("questions and options are dragged where scripts run, and saved as by the buttons", async () => {
  const page = await openEditor();
  const refused: string[] = [];
  page.on("console", (message) => void refused.push(message.text()));
  await drag(page, "h3:has-text('How was it?')", "h3:has-text('Which dish?')");
  expect(await titles(page)).toEqual([["How was it?", "Which dish?"], ["Anything else?"]]);
  const edit = new URL(page.url()).pathname;
  await page.goto(`${platform.url}${edit}`);
  await drag(page, "h3:has-text('How was it?')", "h3:has-text('Anything else?')");
  expect(await titles(page)).toEqual([["Which dish?"], ["How was it?", "Anything else?"]]);

  await page.locator("a[href*='/edit/questions/']").first().click();
  await page.fill("#title", "Which dish did you have?");
  const options = page.locator(".editor-part input[id^=option-]");
  await options.first().waitFor();
  await drag(page, "input[value=Fish]", "input[value=Soup]");
  expect(await options.evaluateAll((inputs) => inputs.map((input) => input.getAttribute("value")))).toEqual([
    "Fish",
    "Soup",
    "Salad",
  ]);
  // The whole form was sent, as by the buttons.
  expect(await page.inputValue("#title")).toBe("Which dish did you have?");
  // A policy that stops a script or a style writes to the console.
  expect(refused).toEqual([]);
});

test("Enter in a field of a question saves it, and moves no option", async () => {
  const page = await openEditor();
  await page.locator("a[href*='/edit/questions/']").first().click();
  const options = page.locator(".editor-part input[id^=option-]");
  const shown = () => options.evaluateAll((inputs) => inputs.map((input) => input.getAttribute("value")));
  await options.first().waitFor();
  const before = await shown();
  const form = page.url();
  await page.fill("#title", "Which dish was it?");
  await options.first().press("Enter");
  await page.waitForURL(/\/edit\?notice=saved/);
  expect(await titles(page)).toEqual([["Which dish was it?", "How was it?"], ["Anything else?"]]);
  await page.goto(form);
  expect(await shown()).toEqual(before);
});

/** A website with one page. @returns its port */
async function startWebsite(html: string): Promise<number> {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A listening TCP server has an address of this shape.
  return (server.address() as AddressInfo).port;
}

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
