import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assets, copyScriptPath, stylesheet } from "../../src/pages/assets.ts";
import { languages } from "@survey-open-platform/service";
import { formsWithAnotherFirstButton } from "./main-buttons.ts";
import { pageHtml, samplePages, structureOf } from "./sample-pages.tsx";

const names = Object.keys(samplePages("en", "plain"));
const cases = languages.flatMap((language) => names.map((name) => ({ language, name })));

/** What somebody may write: attempts at markup, and texts that are others in each run. */
const writtenTexts = [
  `"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;{{7*7}}\${7*7}`,
  "\t",
  ...fc.sample(fc.string({ unit: "binary", minLength: 1, maxLength: 60 }), 10),
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

const styledClasses = new Set([...stylesheet.matchAll(/\.([\w-]+)/g)].map(([, name]) => name));

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

  test("has no style, script or handler inside it", () => {
    expect(html).not.toMatch(/<style|<[^>]*\s(?:style|on\w+)=/i);
    expect(html).not.toContain("javascript:");
    expect(html.match(/<script[^>]*>[^<]+/g)).toBeNull();
  });

  test("loads only what this origin serves", () => {
    const loaded = [...html.matchAll(/<(?:link|img|script)\b[^>]*?(?:href|src)="([^"]*)"/g)].map((m) => m[1]);
    expect(loaded.length).toBeGreaterThan(1);
    for (const path of loaded)
      expect(
        assets.has(path ?? "") ||
          /^\/logos\/plain$|^\/pictures\/p{32}$|^\/survey-pictures\/0{32}\.webp$/.test(path ?? ""),
      ).toBe(true);
  });

  test("sends its forms to the platform, and what changes something by POST with a token against forgery", () => {
    const forms = html.match(/<form\b.*?<\/form>/gs) ?? [];
    const [posted, asking] = ["post", "get"].map((method) =>
      forms.filter((form) => form.startsWith(`<form method="${method}" action="/`)),
    );
    expect([...(posted ?? []), ...(asking ?? [])]).toHaveLength(forms.length);
    for (const form of forms) expect(form).toMatch(/^<form method="\w+" action="\/[^/"]/);
    for (const form of posted ?? [])
      expect(form).toMatch(/<input type="hidden" name="csrf" value="(?:plain|c)"\/>/);
    // A form that only asks puts nothing secret into an address.
    for (const form of asking ?? []) expect(form).not.toContain('name="csrf"');
  });

  test("does by Enter in a field what the main button of its form does", () => {
    expect(formsWithAnotherFirstButton(html)).toEqual([]);
  });

  test("brings the script that copies where there is something to be copied", () => {
    const least = html.includes("copy-button") ? 1 : 0;
    expect([least, 1]).toContain(html.split(copyScriptPath).length - 1);
  });

  test("has one heading of the first order, a title and a way past the header", () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toContain(`href="#content"`);
    expect(html).toContain(`<main id="content"`);
  });

  test("offers itself in every language with the rest of its address, or what its form has, kept", () => {
    const switcher = /<(nav|div) class="languages".*?<\/\1>/s.exec(html)?.[0] ?? "";
    for (const other of languages)
      expect(switcher).toMatch(
        new RegExp(` href="/somewhere\\?x=plain&amp;lang=${other}"| formaction="[^"]*\\?lang=${other}"`),
      );
    expect(switcher.match(/aria-current="true"/g)).toHaveLength(1);
  });

  test("gives every badge its colours, and every button one of the looks of buttons", () => {
    const plain = [...html.matchAll(/class="(?:badge|button)"/g)].map((match) => match[0]);
    expect(plain).toEqual([]);
  });

  test("has no space after Chinese punctuation", () => {
    expect(html.match(/.{0,12}[，。；：！？] \p{Script=Han}.{0,12}/gu) ?? []).toEqual([]);
  });

  test("uses no class that the stylesheet does not know", () => {
    const used = [...html.matchAll(/class="([^"]*)"/g)].flatMap((match) => (match[1] ?? "").split(" "));
    expect([...new Set(used)].filter((one) => !styledClasses.has(one))).toEqual([]);
  });
});

test("a link that leaves the platform opens apart and tells its target nothing", async () => {
  const links = attributes(await page("en", "consent, verified"), "a").filter((tag) =>
    tag.includes(`="https://`),
  );
  expect(links).toHaveLength(2);
  for (const link of links) expect(link).toContain(`target="_blank" rel="noopener noreferrer nofollow"`);
});
