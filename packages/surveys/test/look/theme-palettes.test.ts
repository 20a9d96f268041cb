import { assert, integer, pre, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { contrastOf, hexOf, oklchOf } from "../../src/look/oklch.ts";
import { finishedThemes, themeColorPattern } from "../../src/model/survey-theme.ts";
import { leastContrast, type ThemePalette, themePalettes } from "../../src/look/theme-palettes.ts";

const colors = integer({ min: 0, max: 0xffffff }).map((color) => `#${color.toString(16).padStart(6, "0")}`);

/** Colours of the pages that no theme changes: text, quiet text, mistakes, edges of fields, the focus. */
const unchanged = {
  light: { texts: ["#14242b", "#475961", "#9c2219"], edges: ["#71848c", "#1257c4"] },
  dark: { texts: ["#e8eff1", "#a9bac1", "#ffb3a8"], edges: ["#7a8e96", "#9cc6ff"] },
};

function groundsOf({ paper, surface, sunken, accentSoft }: ThemePalette): readonly string[] {
  return [paper, surface, sunken, accentSoft];
}

function expectReadable(color: string): void {
  const palettes = themePalettes(color);
  for (const mode of ["light", "dark"] as const) {
    const { accent, accentStrong, onAccent, ...palette } = palettes[mode];
    for (const ground of groundsOf({ accent, accentStrong, onAccent, ...palette })) {
      for (const text of [accent, accentStrong, ...unchanged[mode].texts])
        expect(contrastOf(text, ground), `${mode}: ${text} on ${ground}`).toBeGreaterThanOrEqual(
          leastContrast,
        );
    }
    for (const ground of [palette.paper, palette.surface])
      for (const edge of unchanged[mode].edges)
        expect(contrastOf(edge, ground), `${mode}: ${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
    for (const button of [accent, accentStrong])
      expect(contrastOf(onAccent, button), `${mode}: on ${button}`).toBeGreaterThanOrEqual(leastContrast);
  }
}

describe("the colours of a theme", () => {
  test("can be read in light and dark mode, whatever the main colour is", () => {
    assert(property(colors, expectReadable), { numRuns: 300 });
  });

  test.each(["#000000", "#ffffff", "#ffff00", "#00ff00", "#0000ff", "#808080", "#fefefe", "#010101"])(
    "can be read for the extreme colour %s",
    expectReadable,
  );

  test.each(Object.entries(finishedThemes))(
    "of the finished theme %s need no correction in light mode",
    (_name, theme) => {
      expectReadable(theme.color);
      expect(themePalettes(theme.color).corrections.light.shown).toBe(theme.color);
    },
  );

  test("keep a main colour that can be read already, and say by how much another one was corrected", () => {
    const { light, corrections } = themePalettes("#0b5d66");
    expect(light.accent).toBe("#0b5d66");
    expect(corrections.light.contrastShown).toBe(corrections.light.contrastChosen);
    const yellow = themePalettes("#ffdd00").corrections;
    expect(yellow.light.contrastChosen).toBeLessThan(1.5);
    expect(yellow.light.contrastShown).toBeGreaterThanOrEqual(leastContrast);
    expect(yellow.light.contrastShown).toBeLessThan(leastContrast + 0.2);
    expect(yellow.dark.shown).toBe("#ffdd00");
  });

  test("keep the hue of the main colour", () => {
    assert(
      property(colors, (color) => {
        const { chroma, hue } = oklchOf(color);
        const shown = oklchOf(themePalettes(color).light.accent);
        // Of greys, and of nearly black colours of eight bits, the hue says nothing.
        pre(chroma > 0.05 && shown.chroma > 0.05);
        const turn = Math.abs(Math.atan2(Math.sin(shown.hue - hue), Math.cos(shown.hue - hue)));
        expect(turn).toBeLessThan(0.12);
      }),
    );
  });
});

test("a colour is the same after it was in OKLCH", () => {
  assert(
    property(colors, (color) => {
      expect(hexOf(oklchOf(color))).toBe(color);
      expect(color).toMatch(themeColorPattern);
    }),
  );
});
