import type { Locator, Page } from "playwright-core";

/** Whether a key is left to the browser when it is sent to the field itself, as Firefox does while its menu is open. */
export function isLeftToBrowser(field: Locator, pressed: string): Promise<boolean> {
  return field.evaluate(
    (element, key) =>
      element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
    pressed,
  );
}

/** How many clicks a page notices right after a drag: Firefox sends one, Chromium none. */
export function clicksAfterDrag(page: Page): Promise<number> {
  return page.evaluate(() => {
    let clicks = 0;
    document.addEventListener("click", () => (clicks += 1), { once: true });
    document
      .querySelector(".editor-card .drag-handle")
      ?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    dispatchEvent(new PointerEvent("pointerup"));
    document.querySelector<HTMLElement>(".editor-card article")?.click();
    return clicks;
  });
}
