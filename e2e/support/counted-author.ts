import type { Locator, Page } from "playwright-core";
import { follow } from "./follow.ts";

/** Somebody at a page: what they press, choose, type and load is counted. */
export class CountedAuthor {
  readonly page: Page;
  clicks = 0;
  loads = 0;
  keys = 0;

  constructor(page: Page) {
    this.page = page;
    // Not a navigation, which an address that a script changes is too.
    page.on("domcontentloaded", () => (this.loads += 1));
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  /** Clicks what leads to another page. */
  async follow(target: Locator): Promise<void> {
    this.clicks += 1;
    await follow(target);
  }

  async choose(target: Locator, label: string): Promise<void> {
    this.clicks += 1;
    await target.selectOption({ label });
  }

  /** Writes into a field that has the focus, or is clicked for it by the caller. */
  async fill(target: Locator, text: string): Promise<void> {
    this.keys += text.length;
    await target.fill(text);
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }
}
