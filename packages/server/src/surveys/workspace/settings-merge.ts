import type { SurveySettings } from "@survey-open-platform/surveys";
import { hashToken } from "../../model/token.ts";
import { withLineFeeds } from "../../pages/form-lines.ts";
import { settingsFields, type SettingsFields } from "./settings-form.ts";

/** The settings that two editors can change at the same time. Of the password only another one can be noticed. */
const comparedFields = settingsFields.filter(
  (field): field is ComparedField => !["has_list", "no_password", "seen"].includes(field),
);

/** A setting, by the name of its field. */
export type ComparedField = Exclude<keyof SettingsFields, "has_list" | "no_password" | "seen">;

type ComparedValues = Readonly<Record<ComparedField, string>>;

/** What a form asks for, with the changes of other editors. */
export interface MergedSettings {
  readonly fields: SettingsFields;
  /** What others have changed since the page was opened. */
  readonly changedByOthers: readonly ComparedField[];
  /** Whether the user changes one of these as well. */
  readonly isConflict: boolean;
}

/** What the page has shown, as a hidden field of its form carries it. */
export function seenSettings(current: SettingsFields, settings: SurveySettings): string {
  return JSON.stringify(currentValues(current, settings));
}

/**
 * Leaves alone what only others have changed since the page was opened, so that who saves second undoes nothing unseen.
 *
 * @param current the fields of the settings as they are now
 */
export function mergeSettings(
  given: SettingsFields,
  current: SettingsFields,
  settings: SurveySettings,
): MergedSettings {
  const now = currentValues(current, settings);
  const seen = { ...now, ...parseSeen(given.seen) };
  const asked = askedValues(given, seen);
  const changedByOthers = comparedFields.filter((field) => seen[field] !== now[field]);
  const kept = changedByOthers.filter((field) => asked[field] === seen[field] && field !== "password");
  return {
    fields: { ...given, ...Object.fromEntries(kept.map((field) => [field, now[field]])) },
    changedByOthers,
    isConflict: changedByOthers.some((field) => ![seen[field], now[field]].includes(asked[field])),
  };
}

function currentValues(current: SettingsFields, { passwordHash }: SurveySettings): ComparedValues {
  return { ...current, password: passwordHash === "" ? "" : hashToken(passwordHash) };
}

/** What the user asks for. A field that the page did not have, or that keeps what there is, asks for what was seen. */
function askedValues(given: SettingsFields, seen: ComparedValues): ComparedValues {
  const values = Object.fromEntries(
    comparedFields.map((field) => [field, withLineFeeds(given[field]).trim()]),
  );
  const removesPassword = given.no_password === "on";
  return {
    ...seen,
    ...values,
    ...(given.has_list !== "on" && { only_listed: seen.only_listed }),
    password: given.password === "" && !removesPassword ? seen.password : given.password,
  };
}

/** A form without it, such as one of an earlier version, is taken as it is. */
function parseSeen(text: string): Partial<ComparedValues> {
  try {
    const seen: unknown = JSON.parse(text);
    if (typeof seen !== "object" || seen === null) return {};
    return Object.fromEntries(
      Object.entries(seen).filter(
        ([field, value]) => comparedFields.some((one) => one === field) && typeof value === "string",
      ),
    );
  } catch {
    return {};
  }
}
