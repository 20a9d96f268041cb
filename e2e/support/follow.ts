import type { Locator } from "playwright-core";

/**
 * Clicks what leads to another page, and waits until that one has been loaded. What is read, or opened, right after a
 * mere click may still be the page before, or end the request that the click has sent.
 */
export async function follow(locator: Locator): Promise<void> {
  await Promise.all([locator.page().waitForEvent("load"), locator.click()]);
}
