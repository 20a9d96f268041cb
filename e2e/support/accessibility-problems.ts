import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on a page at WCAG 2.2 AA, and whether it scrolls sideways. The page's own policy must be bypassed. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults, string[]>(async (tags) => {
    // Put there by the line above.
    const { axe } = globalThis as unknown as { axe: Axe };
    return axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
  }, rules);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const excerpts = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .join(" ")
        .slice(0, 300)}`,
  );
  return wider > 0 ? [...excerpts, `scrolls sideways by ${wider} px`] : excerpts;
}

interface Axe {
  run(
    context: Document,
    options: { readonly runOnly: string[]; readonly resultTypes: string[] },
  ): Promise<AxeResults>;
}
