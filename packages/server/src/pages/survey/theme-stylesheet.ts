import { createHash } from "node:crypto";
import {
  type SurveyTheme,
  themeCorners,
  themeFonts,
  type ThemePalette,
  themePalettes,
} from "@survey-open-platform/surveys";

/** What of a theme is in its stylesheet. */
type StyledTheme = Pick<SurveyTheme, "color" | "corners" | "font">;

/** A stylesheet, and the address that names its content. */
interface ThemeStylesheet {
  readonly path: string;
  readonly body: string;
}

const chinese = `"PingFang SC", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC"`;

/** Fonts that systems have; the first ones that a respondent has are used. Undefined for the font of all pages. */
const fonts: Readonly<Record<SurveyTheme["font"], string | undefined>> = {
  system: undefined,
  humanist: `Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", source-sans-pro, ${chinese}, sans-serif`,
  serif: `Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, "Songti SC", SimSun, "Noto Serif CJK SC", "Noto Serif SC", serif`,
  rounded: `ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT Bold", Calibri, "Yuanti SC", ${chinese}, sans-serif`,
  mono: `ui-monospace, "Cascadia Code", "Source Code Pro", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", ${chinese}, monospace`,
};

/** Radii of questions and notices, of fields, and of buttons. Undefined for those of all pages. */
const radii: Readonly<Record<SurveyTheme["corners"], readonly [string, string, string] | undefined>> = {
  slight: undefined,
  square: ["0", "0", "0"],
  round: ["1.5rem", "1rem", "999px"],
};

// By the theme itself: those of a version stay the same objects as long as the version is kept.
const known = new WeakMap<SurveyTheme, ThemeStylesheet>();

/** The address of the stylesheet of a theme. It says all that the stylesheet is made of, so no table has it. */
export function themeStylesheetPath(theme: SurveyTheme): string {
  const made = known.get(theme) ?? stylesheetOf(theme);
  known.set(theme, made);
  return made.path;
}

/**
 * The stylesheet of an address.
 *
 * @param name the last part of its path
 * @returns undefined when it names no theme; `isCurrent` is false where a node of another version makes another one of it
 */
export function findThemeStylesheet(
  name: string,
): { readonly body: string; readonly isCurrent: boolean } | undefined {
  const [, color = "", cornersName, fontName] = namePattern.exec(name) ?? [];
  const corners = themeCorners.find((one) => one === cornersName);
  const font = themeFonts.find((one) => one === fontName);
  if (corners === undefined || font === undefined) return undefined;
  const { path, body } = stylesheetOf({ color: `#${color}`, corners, font });
  return { body, isCurrent: path === `/themes/${name}` };
}

const namePattern = /^([0-9a-f]{6})-([a-z]+)-([a-z]+)\.[0-9a-f]{16}\.css$/;

function stylesheetOf({ color, corners, font }: StyledTheme): ThemeStylesheet {
  const body = rulesOf({ color, corners, font });
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
  return { path: `/themes/${color.slice(1)}-${corners}-${font}.${hash}.css`, body };
}

function rulesOf({ color, corners, font }: StyledTheme): string {
  const { light, dark } = themePalettes(color);
  const family = fonts[font];
  return [
    colorRule(light),
    `@media (prefers-color-scheme: dark) {\n${colorRule(dark)}}\n`,
    ...(family === undefined ? [] : [`html {\n  font-family: ${family};\n}\n`]),
    cornerRules(radii[corners]),
  ].join("");
}

function colorRule(palette: ThemePalette): string {
  return `:root {
  --paper: ${palette.paper};
  --surface: ${palette.surface};
  --sunken: ${palette.sunken};
  --accent: ${palette.accent};
  --accent-strong: ${palette.accentStrong};
  --accent-soft: ${palette.accentSoft};
  --on-accent: ${palette.onAccent};
}
`;
}

function cornerRules(chosen: readonly [string, string, string] | undefined): string {
  if (chosen === undefined) return "";
  const [box, field, button] = chosen;
  return `:is(.card, .notice, .question, .survey-picture) {
  border-radius: ${box};
}
:is(.field, .question) :is(input:not([type="radio"], [type="checkbox"]), select, textarea),
.ranked {
  border-radius: ${field};
}
.button,
.button:focus-visible {
  border-radius: ${button};
}
`;
}
