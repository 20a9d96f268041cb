import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const widths = [360, 1280] as const;

/**
 * How a page is looked at by axe, in each of the languages: both languages, both widths and both colours are there once. Of several
 * pages each takes the next line, so that what pages have in common is seen in every combination.
 */
const looks = [
  { en: { width: 360, colors: "light" }, "zh-CN": { width: 1280, colors: "dark" } },
  { en: { width: 1280, colors: "dark" }, "zh-CN": { width: 360, colors: "light" } },
  { en: { width: 360, colors: "dark" }, "zh-CN": { width: 1280, colors: "light" } },
  { en: { width: 1280, colors: "light" }, "zh-CN": { width: 360, colors: "dark" } },
] as const;

/** A language of the pages. */
export type PageLanguage = keyof (typeof looks)[number];

export const pageLanguages: readonly PageLanguage[] = ["en", "zh-CN"];

/** Puts the checker into every page that is opened from now on, which takes less time than putting it into each by itself. */
export async function addChecker(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axeSource });
}

/**
 * What is wrong with a page that is open in a language: what axe finds in one look, and where it scrolls sideways, narrow
 * and wide.
 *
 * @param place of the page among those that are looked at, which decides how; the same in both languages
 */
export async function accessibilityProblems(
  page: Page,
  language: PageLanguage,
  place = 0,
): Promise<readonly string[]> {
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  const { width, colors } = (looks[place % looks.length] ?? looks[0])[language];
  await page.emulateMedia({ colorScheme: colors });
  const problems: string[] = [];
  // The one for axe comes last, and stays.
  for (const each of [...widths.filter((other) => other !== width), width]) {
    await page.setViewportSize({ width: each, height: 800 });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (wider > 0) problems.push(`${page.url()} ${language} ${each}: scrolls sideways by ${wider} px`);
    const header = await page.evaluate(readHeader);
    if (header.rows > 1) problems.push(`${page.url()} ${language} ${each}: a header of ${header.rows} rows`);
    if (header.cut > 0) problems.push(`${page.url()} ${language} ${each}: ${header.cut} px of links are cut`);
  }
  const found = await axeProblems(page, {
    runOnly: { type: "tag", values: rules },
    // Style sheets, which the rule about the orientation reads once more, are the same in each language.
    preload: language === "en",
    // A page in a frame is looked at by itself.
    iframes: false,
  });
  return [...problems, ...found.map((problem) => `${page.url()} ${language} ${width} ${colors}: ${problem}`)];
}

/** How many rows the header of the open page has, and by how many pixels its links reach over its edge. Runs in the browser. */
function readHeader(): { readonly rows: number; readonly cut: number } {
  const parts = [...document.querySelectorAll(".header-inner > *, .header-menu > *")]
    .map((part) => part.getBoundingClientRect())
    .filter(({ height }) => height > 0);
  const rows: number[] = [];
  for (const { top, bottom } of parts.toSorted((one, other) => one.top - other.top))
    if (rows.length === 0 || top >= (rows.at(-1) ?? 0)) rows.push(bottom);
  const links = document.querySelector(".navigation");
  return { rows: rows.length, cut: links === null ? 0 : links.scrollWidth - links.clientWidth };
}

/** What axe finds on a page at WCAG 2.2 AA. The page's own policy must be bypassed. */
async function axeProblems(page: Page, options: RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate<Pick<AxeResults, "violations">, RunOptions>(async (given) => {
    // Put there by the line above.
    const { axe } = globalThis as unknown as { axe: Axe };
    const results = await axe.run(document, { ...given, resultTypes: ["violations"] });
    return { violations: results.violations };
  }, options);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .join(" ")
        .slice(0, 300)}`,
  );
}

interface Axe {
  run(context: Document, options: RunOptions): Promise<AxeResults>;
}
