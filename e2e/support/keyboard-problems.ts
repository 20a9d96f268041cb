import type { Page } from "playwright-core";

/** More than the elements of a page: the walk begins somewhere and passes the end of the document. */
const spareTabs = 8;

/**
 * What the Tab key does not reach on an open page (WCAG 2.1.1, 2.1.2), and what it reaches without showing the focus
 * (WCAG 2.4.7). Of radio buttons with one name one is enough: the arrow keys reach the others.
 */
export async function keyboardProblems(page: Page): Promise<readonly string[]> {
  const expected = await page.evaluate(() => {
    const shared = globalThis as unknown as { walked: Map<Element, boolean> };
    shared.walked = new Map();
    addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      const isOutlined = (element: Element | null) => {
        if (element === null) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
      };
      shared.walked.set(target, isOutlined(target) || isOutlined(target.closest("label")));
    });
    return document.querySelectorAll("a[href], button, input, select, textarea, summary").length;
  });
  // Each key is sent without waiting for the one before; they arrive in this order.
  const presses = Array.from({ length: expected + spareTabs }, () => page.keyboard.press("Tab"));
  await Promise.all(presses);
  return page.evaluate(() => {
    const { walked } = globalThis as unknown as { walked: Map<Element, boolean> };
    const groupOf = (element: Element) =>
      element instanceof HTMLInputElement && element.type === "radio" ? element.name : element;
    const reached = new Set([...walked.keys()].map(groupOf));
    const operable = [
      ...document.querySelectorAll(
        "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary",
      ),
    ].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        // For the Enter key and for programs that fill in forms, not for people.
        element.closest("[aria-hidden=true]") === null,
    );
    const show = (element: Element) => element.outerHTML.slice(0, 120);
    return [
      ...operable
        .filter((element) => !reached.has(groupOf(element)))
        .map((element) => `Tab does not reach ${show(element)}`),
      ...[...walked]
        .filter(([, isShown]) => !isShown)
        .map(([element]) => `the focus is not shown on ${show(element)}`),
    ];
  });
}
