import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languages } from "@survey-open-platform/service";
import { pageRules } from "./page-rules.ts";
import { pageHtml, samplePages, structureOf } from "./sample-pages.tsx";

const names = Object.keys(samplePages("en", "plain"));
const cases = languages.flatMap((language) => names.map((name) => ({ language, name })));

/** What somebody may write: attempts at markup, and texts that are others in each run. */
const writtenTexts = [
  `"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;{{7*7}}\${7*7}`,
  "\t",
  "a.b_c",
  // What a browser sends for a box that is ticked ticks it.
  ...fc.sample(
    fc.string({ unit: "binary", minLength: 1, maxLength: 60 }).filter((text) => text !== "on"),
    10,
  ),
];

/** By language and text: a page is made with all others, which takes longer than rendering it. */
const madePages = new Map<string, ReturnType<typeof samplePages>>();

function page(language: "en" | "zh-CN", name: string, text = "plain"): Promise<string> {
  const key = `${language} ${text}`;
  const pages = madePages.get(key) ?? samplePages(language, text);
  madePages.set(key, pages);
  const node = pages[name];
  if (node === undefined) throw new Error(`no page ${name}`);
  return pageHtml(node);
}

function attributes(html: string, tag: string): readonly string[] {
  return html.match(new RegExp(`<${tag}\\b[^>]*>`, "g")) ?? [];
}

describe.each(cases)("the page $name in $language", async ({ language, name }) => {
  const html = await page(language, name);

  test("says which language it is written in", () => {
    expect(html).toContain(`<html lang="${language}">`);
  });

  test("keeps its structure whatever people write into it", async () => {
    for (const written of writtenTexts)
      expect([written, structureOf(await page(language, name, written))]).toEqual([
        written,
        structureOf(html),
      ]);
  });

  test.each(Object.entries(pageRules))("%s", (_, expectRule) => expectRule(html));

  test("offers itself in every language with the rest of its address, or what its form has, kept", () => {
    const switcher = /<(nav|div) class="languages".*?<\/\1>/s.exec(html)?.[0] ?? "";
    for (const other of languages)
      expect(switcher).toMatch(
        new RegExp(` href="/somewhere\\?x=plain&amp;lang=${other}"| formaction="[^"]*\\?lang=${other}"`),
      );
    expect(switcher.match(/aria-current="true"/g)).toHaveLength(1);
  });
});

test("a link that leaves the platform opens apart and tells its target nothing", async () => {
  const links = attributes(await page("en", "consent, verified"), "a").filter((tag) =>
    tag.includes(`="https://`),
  );
  expect(links).toHaveLength(2);
  for (const link of links) expect(link).toContain(`target="_blank" rel="noopener noreferrer nofollow"`);
});
