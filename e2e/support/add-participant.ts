import type { Page } from "playwright-core";

/** Adds a participant on the page of a survey. @returns the path of the link */
export async function addParticipant(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await page.locator("#people").fill("grace@mail.example, Grace");
  await page.locator("form[action$='/look'] .actions button").click();
  await page.locator("form[action$='/add'] button").first().click();
  await page.waitForURL(/notice=added/);
  return /\/s2\/[^"<\s]*\?p=[\w-]{22}/.exec(await page.content())?.[0] ?? "";
}
