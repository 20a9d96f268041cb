import { dateTimeFormat, numberFormat, type Language } from "@survey-open-platform/service";
import { isDeepStrictEqual } from "node:util";
import { plainName } from "../../pages/components/display-name.tsx";
import type { AuditValues } from "../../store/audit/audit-log-table.ts";
import type { SurveyLogActor, SurveyLogEntry } from "../../store/audit/survey-log.ts";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

/** In which language and zone an entry is described. */
export interface LogReader {
  readonly language: Language;
  readonly timeZone: string;
}

/** What an entry of the log says, in words. */
export function logWords(
  entry: Pick<SurveyLogEntry, "action" | "before" | "after">,
  reader: LogReader,
): string {
  const { log: words } = sharingTextsFor(reader.language);
  const values = { ...entry.before, ...entry.after };
  const say = Object.hasOwn(words.actions, entry.action) ? words.actions[entry.action] : undefined;
  if (say === undefined) return words.other(entry.action);
  const value = (name: string) =>
    name === "host" ? hostOf(values["url"]) : shown(name, values[name], reader);
  return say({ value, changes: changesOf(entry, reader) });
}

/** Who made a change: their nickname, and the application that acted for them. */
export function logActor(
  { userId, actor, nickname, application }: SurveyLogActor,
  language: Language,
): string {
  const { log: words } = sharingTextsFor(language);
  const applicationName = application === null ? undefined : plainName(application);
  if (userId === null) return applicationName ?? (actor === "" ? words.platform : words.operator);
  const person = plainName(nickname ?? actor);
  return applicationName === undefined ? person : words.through(person, applicationName);
}

function changesOf(
  { before, after = {} }: Pick<SurveyLogEntry, "before" | "after">,
  reader: LogReader,
): readonly string[] {
  const { log: words } = sharingTextsFor(reader.language);
  return Object.keys(words.settings)
    .filter((name) => Object.hasOwn(after, name) && !isDeepStrictEqual(before?.[name], after[name]))
    .map((name) => words.setting(words.settings[name] ?? name, settingShown(name, after[name], reader)));
}

function settingShown(name: string, value: AuditValues[string] | undefined, reader: LogReader): string {
  const { log: words } = sharingTextsFor(reader.language);
  if (name === "password_changed") return words.changed;
  const text = shown(name, value, reader);
  return text === "" ? words.none : text;
}

/** A value as it is shown; "" for none. */
function shown(name: string, value: AuditValues[string] | undefined, reader: LogReader): string {
  const { log: words } = sharingTextsFor(reader.language);
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") return numberShown(name, value, reader);
  if (typeof value !== "string") return value.map(plainName).join(", ");
  return (name === "once" ? words.once[value] : undefined) ?? plainName(value);
}

function numberShown(name: string, value: number, { language, timeZone }: LogReader): string {
  return name.endsWith("_at")
    ? dateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone }).format(value)
    : numberFormat(language, {}).format(value);
}

/** A webhook's address may hold a key, which only its own page shows. */
function hostOf(url: AuditValues[string] | undefined): string {
  return URL.parse(String(url))?.host ?? "";
}
