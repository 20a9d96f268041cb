import { expect } from "vitest";
import { assets, copyScriptPath, stylesheet } from "../../src/pages/assets.ts";
import { formsWithAnotherFirstButton } from "./main-buttons.ts";

const styledClasses = new Set([...stylesheet.matchAll(/\.([\w-]+)/g)].map(([, name]) => name));

/** What holds for every page, whatever it is about: each rule by what it says, with a function that fails where it is broken. */
export const pageRules: Readonly<Record<string, (html: string) => void>> = {
  "has no style, script or handler inside it": (html) => {
    expect(html).not.toMatch(/<style|<[^>]*\s(?:style|on\w+)=/i);
    expect(html).not.toContain("javascript:");
    expect(html.match(/<script[^>]*>[^<]+/g)).toBeNull();
  },
  "loads only what this origin serves": (html) => {
    const loaded = [...html.matchAll(/<(?:link|img|script)\b[^>]*?(?:href|src)="([^"]*)"/g)].map((m) => m[1]);
    expect(loaded.length).toBeGreaterThan(1);
    for (const path of loaded)
      expect(
        assets.has(path ?? "") ||
          /^\/logos\/[\w-]+$|^\/pictures\/[\w-]{32}$|^\/survey-pictures\/[0-9a-f]{32}\.webp$|^\/themes\/[\w-]+\.css$/.test(
            path ?? "",
          ),
      ).toBe(true);
  },
  "sends its forms to the platform, and what changes something by POST with a token against forgery": (
    html,
  ) => {
    const forms = html.match(/<form\b.*?<\/form>/gs) ?? [];
    const [posted, asking] = ["post", "get"].map((method) =>
      forms.filter((form) => form.startsWith(`<form method="${method}" action="/`)),
    );
    expect([...(posted ?? []), ...(asking ?? [])]).toHaveLength(forms.length);
    for (const form of forms) expect(form).toMatch(/^<form method="\w+" action="\/[^/"]/);
    for (const form of posted ?? [])
      expect(form).toMatch(/<input type="hidden" name="csrf" value="[^"]+"\/>/);
    // A form that only asks puts nothing secret into an address.
    for (const form of asking ?? []) expect(form).not.toContain('name="csrf"');
  },
  "does by Enter in a field what the main button of its form does": (html) => {
    expect(formsWithAnotherFirstButton(html)).toEqual([]);
  },
  "brings the script that copies where there is something to be copied": (html) => {
    const least = html.includes("copy-button") ? 1 : 0;
    expect([least, 1]).toContain(html.split(copyScriptPath).length - 1);
  },
  "has one heading of the first order, a title and a way past the header": (html) => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toContain(`href="#content"`);
    expect(html).toContain(`<main id="content"`);
  },
  "gives every badge its colours, and every button one of the looks of buttons": (html) => {
    const plain = [...html.matchAll(/class="(?:badge|button)"/g)].map((match) => match[0]);
    expect(plain).toEqual([]);
  },
  "has no space after Chinese punctuation": (html) => {
    expect(html.match(/.{0,12}[，。；：！？] \p{Script=Han}.{0,12}/gu) ?? []).toEqual([]);
  },
  "uses no class that the stylesheet does not know": (html) => {
    const used = [...html.matchAll(/class="([^"]*)"/g)].flatMap((match) => (match[1] ?? "").split(" "));
    expect([...new Set(used)].filter((one) => !styledClasses.has(one))).toEqual([]);
  },
};
