import { numberFormat } from "./formats.ts";
import type { Language } from "./language.ts";

/**
 * Writes a number with its unit. A Chinese unit is set off by a space, as numbers are in all texts.
 *
 * @param format a format of style `unit`
 * @returns for example "3 days", "3 天" or "2.5 MB"
 */
export function numberWithUnit(format: Intl.NumberFormat, value: number): string {
  return format.format(value).replace(/(?<=\d)(?=\p{Script=Han})/u, " ");
}

const units = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
  { unit: "second", seconds: 1 },
] as const;

/**
 * A length of time in words, in the largest unit that fits at least twice, or once exactly: 90 seconds stay seconds.
 *
 * @param seconds how long; parts of a second count as a whole one
 * @param language the language of the words
 * @returns for example "3 days", "2.5 hours" or "3 天"
 */
export function durationText(seconds: number, language: Language): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const { unit, seconds: size } =
    units.find((candidate) => whole === candidate.seconds || whole >= 2 * candidate.seconds) ?? units[3];
  const format = numberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: 1,
  });
  return numberWithUnit(format, whole / size);
}
