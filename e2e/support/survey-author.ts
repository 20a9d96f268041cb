import type { BrowserContext, Page } from "playwright-core";

/** Ada, signed in at a demo. */
export async function signInAuthor(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.fill("#username", "ada");
  await page.fill("#password", "demo-password-ada");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/surveys$/);
  return page;
}

/** Creates a survey from its text form. @returns its path */
export async function createSurvey(page: Page, url: string, text: string): Promise<string> {
  await page.goto(`${url}/surveys/new?from=text`);
  await page.fill("#text", text);
  await page.getByRole("button", { name: "Create the survey" }).click();
  await page.waitForURL(/\/surveys\/\d+\/edit\?/);
  return new URL(page.url()).pathname.replace("/edit", "");
}

/** Publishes a survey, and lets one website show it in a frame. @returns the address for its respondents */
export async function publishForWebsite(page: Page, survey: string, website: string): Promise<string> {
  await page.goto(survey);
  await page.getByRole("button", { name: /publish/i }).click();
  await page.waitForURL(/notice=published/);
  await page.goto(`${survey}/settings`);
  await page.locator("summary", { hasText: "Who can answer" }).click();
  await page.fill("#embed_origins", website);
  await page.getByRole("button", { name: /save the settings/i }).click();
  await page.waitForURL(/notice=saved/);
  await page.goto(`${survey}/share`);
  return (await page.locator("main .copyable").first().innerText()).trim();
}
