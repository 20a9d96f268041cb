import { describe, expect, test } from "vitest";
import { stylesheet } from "../../src/pages/assets.ts";

const darkRules = /@media \(prefers-color-scheme: dark\) \{.*?\n\}/gs;
const light = paletteOf(stylesheet.replaceAll(darkRules, ""));
const dark = paletteOf((stylesheet.match(darkRules) ?? []).join(""));
const palettes = { light, dark: new Map([...light, ...dark]) };

function paletteOf(rules: string): ReadonlyMap<string, string> {
  return new Map(
    [...rules.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((match) => [match[1] ?? "", match[2] ?? ""]),
  );
}

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

type Pair = readonly [foreground: string, background: string];

const texts: readonly Pair[] = [
  ...["paper", "surface", "sunken"].flatMap((ground): readonly Pair[] => [
    ["ink", ground],
    ["ink-soft", ground],
    ["accent", ground],
  ]),
  ["accent-strong", "accent-soft"],
  ["accent", "accent-soft"],
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-danger", "danger"],
  ["on-danger", "danger-strong"],
  ["danger", "paper"],
  ["danger", "surface"],
  ["success", "success-soft"],
  ["warning", "warning-soft"],
  ["danger", "danger-soft"],
];

const borders: readonly Pair[] = [
  ["line-strong", "surface"],
  ["accent", "surface"],
  ["danger", "surface"],
  ["focus", "surface"],
  ["focus", "paper"],
];

describe.each(["light", "dark"] as const)("in %s", (scheme) => {
  const color = (name: string): string => {
    const value = palettes[scheme].get(name);
    if (value === undefined) throw new Error(`no colour ${name}`);
    return value;
  };

  test.each(texts)("text in %s on %s can be read by people with weak sight", (text, ground) => {
    expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(borders)("a control's edge in %s on %s can be seen", (edge, ground) => {
    expect(contrast(color(edge), color(ground))).toBeGreaterThanOrEqual(3);
  });

  test.each([0, 1, 2, 3, 4, 5])("white initials on tint %d can be read", (tint) => {
    expect(contrast("#ffffff", color(`tint-${tint}`))).toBeGreaterThanOrEqual(4.5);
  });
});
