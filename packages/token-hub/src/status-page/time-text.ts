import type { Language } from "./language.ts";

const units = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
  { unit: "second", seconds: 1 },
] as const;

/** A length of time in words, in the largest unit that fits at least twice. */
export function durationText(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.round(seconds));
  const { unit, seconds: size } = units.find((candidate) => whole >= 2 * candidate.seconds) ?? units[3];
  const digits = unit === "second" || unit === "minute" ? 0 : 1;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: digits,
  }).format(whole / size);
}

/** A moment in UTC, to the second and the same in every language, so that it can be compared with a log. */
export function momentText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}
