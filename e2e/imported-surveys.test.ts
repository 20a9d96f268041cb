import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { follow } from "./support/follow.ts";
import { openBrowser } from "./support/open-browser.ts";
import { type PlatformProcess, startPlatform } from "./support/platform-process.ts";
import { signInAuthor } from "./support/survey-author.ts";

const folder = fileURLToPath(new URL("../examples/imports/", import.meta.url));

let browser: Browser;
let platform: PlatformProcess;
let ada: Page;

beforeAll(async () => {
  browser = await openBrowser();
  platform = await startPlatform({ command: "demo" });
  ada = await signInAuthor(await browser.newContext({ locale: "en-US" }), platform.url);
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

/** Takes in a file on the page, and publishes its survey. @returns the address for its respondents */
async function publishFile(name: string): Promise<string> {
  await ada.goto(`${platform.url}/surveys/new?from=file`);
  await ada.setInputFiles("#file", `${folder}${name}`);
  await follow(ada.locator("main form:has(#file) .button-primary"));
  await follow(ada.getByRole("button", { name: /create the survey/i }));
  const [, survey = ""] = /(\/surveys\/\d+)/.exec(ada.url()) ?? [];
  await ada.goto(`${platform.url}${survey}`);
  await follow(ada.getByRole("button", { name: /publish/i }).first());
  await ada.goto(`${platform.url}${survey}/share`);
  return (await ada.locator("main .copyable").first().innerText()).trim();
}

/** Ticks the first choice of each list, and fills in texts. */
async function fillIn(page: Page): Promise<void> {
  const names = new Set<string>();
  for (const choice of await page.locator("main input:is([type=radio], [type=checkbox])").all()) {
    const name = (await choice.getAttribute("name")) ?? "";
    if (!names.has(name)) await choice.check();
    names.add(name);
  }
  const texts = ["text", "textarea", "phone", "blanks", "matrix_text"].map(
    (type) => `main [data-type=${type}] :is(textarea, input:not([type=hidden]))`,
  );
  for (const text of await page.locator(texts.join(", ")).all()) await text.fill(await sampleFor(text));
}

/** What a text, a number and a phone number can be, or a mail address. */
async function sampleFor(text: Locator): Promise<string> {
  return (await text.getAttribute("type")) === "email" ? "ada@example.org" : "55555";
}

test.each(readdirSync(folder).filter((name) => name !== "README.md"))(
  "%s is taken in on the page, published and answered to its end",
  async (name) => {
    const address = await publishFile(name);
    const context = await browser.newContext({ locale: "en-US", javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(address);
    await expect
      .poll(
        async () => {
          await fillIn(page);
          await follow(page.locator(".survey-actions .button-primary"));
          return page.url();
        },
        { timeout: 120_000, interval: 200 },
      )
      .toContain("/done");
    await context.close();
  },
);
