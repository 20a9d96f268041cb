import { contrastOf, hexOf, oklchOf, type Oklch } from "./oklch.ts";

/** The least contrast of text (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

/** The colours of the pages that follow from a main colour, in light or dark mode. */
export interface ThemePalette {
  readonly paper: string;
  readonly surface: string;
  readonly sunken: string;
  /** The main colour as it is shown: on all the others here it can be read. */
  readonly accent: string;
  readonly accentStrong: string;
  readonly accentSoft: string;
  readonly onAccent: string;
}

/** How much contrast a main colour has as it was chosen, and how much as it is shown. */
export interface ColorCorrection {
  readonly shown: string;
  readonly contrastChosen: number;
  readonly contrastShown: number;
}

/** A main colour as pages show it. */
export interface ThemePalettes {
  readonly light: ThemePalette;
  readonly dark: ThemePalette;
  /** For each mode; `shown` is the chosen colour where that has enough contrast. */
  readonly corrections: Readonly<Record<"light" | "dark", ColorCorrection>>;
}

/** A background: its lightness, and how much of the main colour is in it. */
interface Tint {
  readonly lightness: number;
  readonly share: number;
  readonly most: number;
}

type Grounds = Readonly<Record<"paper" | "surface" | "sunken" | "accentSoft", Tint>>;

const lightGrounds: Grounds = {
  paper: { lightness: 0.968, share: 0.1, most: 0.01 },
  surface: { lightness: 1, share: 0, most: 0 },
  sunken: { lightness: 0.958, share: 0.12, most: 0.012 },
  accentSoft: { lightness: 0.95, share: 0.2, most: 0.025 },
};

const darkGrounds: Grounds = {
  paper: { lightness: 0.195, share: 0.1, most: 0.014 },
  surface: { lightness: 0.24, share: 0.1, most: 0.018 },
  sunken: { lightness: 0.28, share: 0.12, most: 0.022 },
  accentSoft: { lightness: 0.31, share: 0.3, most: 0.04 },
};

/** Steps in which a colour gets darker or lighter until it can be read. */
const step = 0.004;

/**
 * The colours of a survey's pages. The main colour keeps its hue and, as far as screens show it, its chroma; it gets darker in
 * light mode and lighter in dark mode, just until text in it can be read on every background (WCAG 2.2 AA).
 *
 * @param color such as `#0b5d66`
 */
export function themePalettes(color: string): ThemePalettes {
  const light = paletteOf(color, { grounds: lightGrounds, direction: -1, onAccent: "#ffffff" });
  const ink = hexOf(tinted(oklchOf(color), { lightness: 0.2, share: 0.2, most: 0.03 }));
  const dark = paletteOf(color, { grounds: darkGrounds, direction: 1, onAccent: ink });
  return {
    light,
    dark,
    corrections: { light: correctionOf(color, light), dark: correctionOf(color, dark) },
  };
}

interface Mode {
  readonly grounds: Grounds;
  /** Where contrast grows: 1 for lighter, -1 for darker. */
  readonly direction: 1 | -1;
  readonly onAccent: string;
}

function paletteOf(color: string, { grounds, direction, onAccent }: Mode): ThemePalette {
  const chosen = oklchOf(color);
  const ground = (name: keyof Grounds) => hexOf(tinted(chosen, grounds[name]));
  const backgrounds = {
    paper: ground("paper"),
    surface: ground("surface"),
    sunken: ground("sunken"),
    accentSoft: ground("accentSoft"),
  };
  const accent = readable(color, Object.values(backgrounds), direction);
  return { ...backgrounds, accent, accentStrong: strongerThan(accent, direction), onAccent };
}

function tinted({ chroma, hue }: Oklch, { lightness, share, most }: Tint): Oklch {
  return { lightness, hue, chroma: Math.min(chroma * share, most) };
}

/** The colour itself, or the nearest one of its hue with enough contrast: black and white have enough at last. */
function readable(color: string, grounds: readonly string[], direction: 1 | -1): string {
  if (leastContrastOf(color, grounds) >= leastContrast) return color;
  const { lightness, ...hued } = oklchOf(color);
  for (let at = lightness; at > 0 && at < 1; at += direction * step) {
    const shown = hexOf({ ...hued, lightness: at });
    if (leastContrastOf(shown, grounds) >= leastContrast) return shown;
  }
  return direction === 1 ? "#ffffff" : "#000000";
}

/** What a button in the colour looks like under the pointer: with more contrast, or with less where there is no more. */
function strongerThan(accent: string, direction: 1 | -1): string {
  const { lightness, ...hued } = oklchOf(accent);
  const isAtEnd = direction === 1 ? lightness > 0.9 : lightness < 0.2;
  const by = isAtEnd ? -0.12 * direction : 0.08 * direction;
  return hexOf({ ...hued, lightness: Math.min(Math.max(lightness + by, 0), 1) });
}

function leastContrastOf(color: string, grounds: readonly string[]): number {
  return Math.min(...grounds.map((ground) => contrastOf(color, ground)));
}

function correctionOf(color: string, palette: ThemePalette): ColorCorrection {
  const grounds = [palette.paper, palette.surface, palette.sunken, palette.accentSoft];
  return {
    shown: palette.accent,
    contrastChosen: leastContrastOf(color, grounds),
    contrastShown: leastContrastOf(palette.accent, grounds),
  };
}
