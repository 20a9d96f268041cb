import { expect, test } from "vitest";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform } from "./support/platform-process.ts";
import { createSurvey, signInAuthor } from "./support/survey-author.ts";

const text = "Lunch\n\n\n\nHow was it?[Single Line Text]";

test("of settings that exclude each other one can be filled in, and what the browser refuses is shown", async () => {
  await using platform = await startPlatform({ command: "demo" });
  await using browser = await openBrowser();
  const ada = await signInAuthor(await browser.newContext({ locale: "en-US" }), platform.url);
  const survey = await createSurvey(ada, platform.url, text);
  await ada.goto(`${platform.url}${survey}/settings`);
  await ada.locator("summary", { hasText: "Who can answer" }).click();
  await ada.getByLabel("Respondents have to sign in").check();
  expect(await ada.locator("#embed_origins").isDisabled()).toBe(true);
  await ada.getByLabel("How often one person can answer").selectOption("person");
  await ada.getByLabel("Respondents have to sign in").uncheck();
  expect(await ada.locator("#once").inputValue()).toBe("none");
  await ada.fill("#embed_origins", "https://canteen.example");
  expect(await ada.locator("#sign_in").isDisabled()).toBe(true);
  // Where both were sent, as without a script, one of them is to be emptied.
  await ada
    .locator("#sign_in")
    .evaluate((box: HTMLInputElement) => Object.assign(box, { disabled: false, checked: true }));
  await ada.getByRole("button", { name: /save the settings/i }).click();
  await ada.getByRole("alert").waitFor();
  expect(await ada.locator("#sign_in").isDisabled()).toBe(false);
  expect(await ada.locator("#embed_origins").isDisabled()).toBe(false);
  await ada.getByLabel("Respondents have to sign in").uncheck();
  // What the browser refuses is shown, also in a group that was folded again.
  const afterwards = ada.locator("summary", { hasText: "After answering" });
  await afterwards.click();
  await ada.fill("#redirect_url", "no address");
  await afterwards.click();
  await ada.getByRole("button", { name: /save the settings/i }).click();
  await expect.poll(() => ada.locator("#redirect_url:focus").isVisible()).toBe(true);
});
