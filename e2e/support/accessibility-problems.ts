import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules about colours, sizes and positions. What all others judge does not depend on colours. */
const rulesOfLooks = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

/**
 * How pages are looked at. For the rules of looks every pair of language, width and colours is there once; a problem
 * that only three together cause is not to be expected. For the other rules each language and each width is there once.
 */
const looks = {
  en: [
    { width: 360, colors: "light", areRulesAll: true },
    { width: 1280, colors: "dark", areRulesAll: false },
  ],
  "zh-CN": [
    { width: 1280, colors: "light", areRulesAll: true },
    { width: 360, colors: "dark", areRulesAll: false },
  ],
} as const;

/** A language of the pages. */
export type PageLanguage = keyof typeof looks;

export const pageLanguages: readonly PageLanguage[] = ["en", "zh-CN"];

/** Puts the checker into every page that is opened from now on, which takes less time than putting it into each by itself. */
export async function addChecker(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axeSource });
}

/** What is wrong with a page that is open in a language, narrow and wide, light and dark. */
export async function accessibilityProblems(page: Page, language: PageLanguage): Promise<readonly string[]> {
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  const problems: string[] = [];
  for (const { width, colors, areRulesAll } of looks[language]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: colors });
    const found = await problemsOfLook(page, {
      runOnly: areRulesAll ? { type: "tag", values: rules } : { type: "rule", values: rulesOfLooks },
      // Style sheets, which the rule about the orientation reads once more, are the same in each language.
      preload: language === "en" && areRulesAll,
    });
    problems.push(...found.map((problem) => `${page.url()} ${language} ${width} ${colors}: ${problem}`));
  }
  return problems;
}

/** What axe finds on a page at WCAG 2.2 AA, and whether it scrolls sideways. The page's own policy must be bypassed. */
async function problemsOfLook(page: Page, options: RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate<Pick<AxeResults, "violations">, RunOptions>(async (given) => {
    // Put there by the line above.
    const { axe } = globalThis as unknown as { axe: Axe };
    const results = await axe.run(document, { ...given, resultTypes: ["violations"] });
    return { violations: results.violations };
  }, options);
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
  run(context: Document, options: RunOptions): Promise<AxeResults>;
}
