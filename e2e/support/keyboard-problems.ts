import type { Page } from "playwright-core";

/** More than the elements of a page: the walk begins somewhere and passes the end of the document. */
const spareTabs = 8;

/** What the walk leaves in the page: each element that had the focus, and whether it was outlined. */
interface Walk {
  walked: Map<Element, boolean>;
}

/**
 * What the Tab key does not reach on an open page (WCAG 2.1.1, 2.1.2), and what it reaches without showing the focus
 * (WCAG 2.4.7). Of radio buttons with one name one is enough: the arrow keys reach the others. What a script marks as roving is
 * reached by other keys, for which it has tests of its own.
 */
export async function keyboardProblems(page: Page): Promise<readonly string[]> {
  const elements = await recordFocus(page);
  // Each key is sent without waiting for the one before; they arrive in this order.
  const presses = Array.from({ length: elements + spareTabs }, () => page.keyboard.press("Tab"));
  await Promise.all(presses);
  return problemsOfWalk(page);
}

/** Records what has the focus from now on. @returns how many stops there may be */
function recordFocus(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walk = globalThis as unknown as Walk;
    walk.walked = new Map();
    addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      const styles = [target, ...[target.closest("label")].filter((label) => label !== null)].map((element) =>
        getComputedStyle(element),
      );
      const isOutlined = styles.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0,
      );
      walk.walked.set(target, isOutlined);
    });
    const elements = document.querySelectorAll("a[href], button, input, select, textarea, summary").length;
    // Each part of a date and time is a stop of its own, and so is the button that opens the calendar.
    return elements + 6 * document.querySelectorAll("input[type=datetime-local]").length;
  });
}

function problemsOfWalk(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { walked } = globalThis as unknown as Walk;
    const inputs = [...walked.keys()].filter((element) => element instanceof HTMLInputElement);
    const radios = new Set(inputs.filter(({ type }) => type === "radio").map(({ name }) => name));
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
    const missed = operable.filter(
      (element) =>
        !walked.has(element) &&
        !element.hasAttribute("data-roving") &&
        !(element instanceof HTMLInputElement && element.type === "radio" && radios.has(element.name)),
    );
    const hidden = [...walked].filter(([, isOutlined]) => !isOutlined).map(([element]) => element);
    return [
      ...missed.map(({ outerHTML }) => `Tab does not reach ${outerHTML.slice(0, 120)}`),
      ...hidden.map(({ outerHTML }) => `the focus is not shown on ${outerHTML.slice(0, 120)}`),
    ];
  });
}
