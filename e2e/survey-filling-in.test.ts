import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { follow } from "./support/follow.ts";
import { openBrowser } from "./support/open-browser.ts";
import { type PlatformProcess, startPlatform } from "./support/platform-process.ts";
import { createSurvey, signInAuthor } from "./support/survey-author.ts";

const text = `Lunch

Which dish?[Single Choice]
Soup
Salad

What was wrong with the salad?[Single Line Text][Optional]

What else?[Single Line Text]`;

let browser: Browser;
let platform: PlatformProcess;
let address: string;

beforeAll(async () => {
  browser = await openBrowser();
  platform = await startPlatform({ command: "demo" });
  const ada = await signInAuthor(await browser.newContext({ locale: "en-US" }), platform.url);
  const survey = `${platform.url}${await createSurvey(ada, platform.url, text)}`;
  await ada.goto(`${survey}/edit/logic`);
  await ada.fill("#rules", "if Q1 = A2 then show Q2");
  await follow(ada.locator("main").getByRole("button", { name: /save/i }));
  await ada.goto(survey);
  await follow(
    ada
      .locator("main")
      .getByRole("button", { name: /publish/i })
      .first(),
  );
  await ada.goto(`${survey}/share`);
  address = (await ada.locator("main .copyable").first().innerText()).trim();
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

async function open(javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Until the script has sent what was given. */
function saved(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => response.request().method() === "POST");
}

test("with a script a question comes and goes in its place, and a reload loses nothing", async () => {
  const page = await open(true);
  const more = page.getByLabel(/wrong with the salad/);
  await page.getByLabel("Salad").check();
  await more.waitFor();
  expect(await page.locator(".question").nth(1).textContent()).toContain("wrong with the salad");
  await more.fill("Salt");
  await Promise.all([saved(page), page.getByLabel("Soup").check()]);
  await expect.poll(() => more.count()).toBe(0);
  await Promise.all([saved(page), page.getByLabel(/What else/).fill("The tea")]);
  await page.reload();
  expect(await page.getByLabel(/What else/).inputValue()).toBe("The tea");
  expect(await page.getByLabel("Soup").isChecked()).toBe(true);
});

test("what is typed right before a reload is kept, too, and an answer that is sent leaves no half-filled form", async () => {
  const page = await open(true);
  await page.getByLabel("Soup").check();
  await page.getByLabel(/What else/).pressSequentially("Tea");
  await page.goto("about:blank");
  await expect
    .poll(async () => {
      await page.goto(address);
      return page.getByLabel(/What else/).inputValue();
    })
    .toBe("Tea");
  await expect
    .poll(
      async () => {
        if (!page.url().includes("/done")) await follow(page.locator(".survey-actions .button-primary"));
        return page.url();
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toContain("/done?answer=");
  await page.goto(address);
  expect(await page.getByLabel(/What else/).inputValue()).toBe("");
});

test("what was being sent when the page is left is kept where the browser gives that request up", async () => {
  const page = await open(true);
  await page.route("**", (route) =>
    route.request().resourceType() === "fetch" ? Promise.resolve() : route.continue(),
  );
  const underway = page.waitForRequest((request) => request.method() === "POST");
  await page.getByLabel(/What else/).fill("Coffee");
  await page.keyboard.press("Tab");
  await underway;
  await page.goto("about:blank");
  await expect
    .poll(async () => {
      await page.goto(address);
      return page.getByLabel(/What else/).inputValue();
    })
    .toBe("Coffee");
});

test.each([true, false])("another language keeps what was ticked (script: %s)", async (hasScript) => {
  const page = await open(hasScript);
  await page.getByLabel(/What else/).fill("The tea");
  await follow(page.getByRole("button", { name: "简体中文" }));
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
  expect(await page.getByLabel(/What else/).inputValue()).toBe("The tea");
});

test("without a script Enter goes on, a refused page begins at what is wrong, and one with more questions at the first of them", async () => {
  const page = await open(false);
  await page.getByLabel(/What else/).fill("The tea");
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  const focused = () => page.locator(":focus").first();
  await expect.poll(async () => focused().textContent()).toContain("Answer this question.");
  await page.getByLabel("Salad").check();
  await follow(page.locator(".survey-actions .button-primary"));
  await expect.poll(async () => focused().textContent()).toContain("What was wrong with the salad?");
});
