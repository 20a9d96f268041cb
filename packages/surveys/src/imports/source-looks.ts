import { themePalettes } from "../look/theme-palettes.ts";
import type { ImportLoss } from "../model/import-loss.ts";
import { isRecord } from "./is-record.ts";
import type { SourceTexts } from "./source-texts.ts";
import { type SurveyTheme, usualTheme } from "../model/survey-theme.ts";

/** What is kept of how a survey of another system looks. */
export type SourceLook = Partial<Pick<SurveyTheme, "color" | "corners">>;

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})(?:ff)?$/i;
const RGB = /^rgba?\(\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*(?:[,/]\s*1(?:\.0*)?\s*)?\)$/i;

/** A colour as styles write it, such as `#abc` or `rgb(1, 2, 3)`. @returns undefined for one that is not opaque, or no colour */
export function colorOf(style: string): string | undefined {
  const [, hex] = HEX.exec(style.trim()) ?? [];
  if (hex !== undefined) return `#${hex.length === 3 ? hex.replaceAll(/./g, "$&$&") : hex}`.toLowerCase();
  const [, ...parts] = RGB.exec(style.trim()) ?? [];
  const numbers = parts.map(Number);
  if (numbers.length !== 3 || numbers.some((number) => number > 255)) return undefined;
  return `#${numbers.map((number) => number.toString(16).padStart(2, "0")).join("")}`;
}

/** Corners by their radius in pixels. */
export function cornersOf(pixels: number): SurveyTheme["corners"] {
  if (pixels <= 0) return "square";
  return pixels <= 6 ? "slight" : "round";
}

/** The look of a survey; none where its file says nothing of it. */
export function themeOf(own: Partial<SurveyTheme>): { readonly theme?: SurveyTheme } {
  return Object.values(own).every((value) => value === undefined) ? {} : { theme: { ...usualTheme, ...own } };
}

/** Notes what of a part of a look is not kept: all of it where it is no object. */
export function loseLook(texts: SourceTexts, at: string, part: unknown, taken: readonly string[] = []): void {
  if (isRecord(part)) texts.rest("", part, new Set(taken), `${at}.`);
  else texts.rest("", { [at]: part }, new Set());
}

/** That a colour could not be read on the pages, and which one they show. */
export function lossesOfLook({ color }: SourceLook = {}): readonly ImportLoss[] {
  const shown = color && themePalettes(color).corrections.light.shown;
  return color === shown ? [] : [{ at: "", code: "look", what: `${color} → ${shown}` }];
}
