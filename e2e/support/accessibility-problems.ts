import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * How pages are looked at. Every pair of language, width and colours is there once; a problem that only three together
 * cause is not to be expected.
 */
const looks = {
  en: [
    { width: 360, colors: "light" },
    { width: 1280, colors: "dark" },
  ],
  "zh-CN": [
    { width: 1280, colors: "light" },
    { width: 360, colors: "dark" },
  ],
} as const;

/** A language of the pages. */
export type PageLanguage = keyof typeof looks;

export const pageLanguages: readonly PageLanguage[] = ["en", "zh-CN"];

/** What is wrong with a page that is open in a language, narrow and wide, light and dark. */
export async function accessibilityProblems(page: Page, language: PageLanguage): Promise<readonly string[]> {
  expect(await page.locator("html").getAttribute("lang")).toBe(language);
  const problems: string[] = [];
  for (const { width, colors } of looks[language]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: colors });
    const found = await problemsOfLook(page);
    problems.push(...found.map((problem) => `${page.url()} ${language} ${width} ${colors}: ${problem}`));
  }
  return problems;
}

/** What axe finds on a page at WCAG 2.2 AA, and whether it scrolls sideways. The page's own policy must be bypassed. */
async function problemsOfLook(page: Page): Promise<readonly string[]> {
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
