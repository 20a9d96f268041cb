import { numberFormat, numberWithUnit, type Language } from "@survey-open-platform/service";

/** A duration in words, such as "2 min 5 sec"; seconds are left out past an hour. */
export function durationText(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const parts =
    hours > 0
      ? [unit(hours, "hour", language), unit(Math.floor((whole % 3600) / 60), "minute", language)]
      : [unit(Math.floor(whole / 60), "minute", language), unit(whole % 60, "second", language)];
  const shown = parts.filter((part) => !/^0\D/.test(part));
  return shown.length === 0 ? unit(0, "second", language) : shown.join(" ");
}

type Unit = "hour" | "minute" | "second";

function unit(value: number, name: Unit, language: Language): string {
  const format = numberFormat(language, { style: "unit", unit: name, unitDisplay: "short" });
  return numberWithUnit(format, value);
}
