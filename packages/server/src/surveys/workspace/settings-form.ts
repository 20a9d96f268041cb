import {
  isArgumentName,
  type CustomArgument,
  customArgumentIds,
  customArgumentsMaximum,
  type OnceRule,
  type PlatformZone,
  type SurveySettings,
} from "@survey-open-platform/surveys";
import { embedOriginsMaximum, originIn } from "../../model/embedding.ts";
import { isLinkAddress } from "../../model/link-address.ts";
import { linesOf } from "../../pages/form-lines.ts";
import { momentIn, momentText } from "../../pages/form-moment.ts";
import { passwordMaximumBytes } from "../../session/password.ts";

/** The fields of the form, as they are typed. */
export const settingsFields = [
  "started_at",
  "end_at",
  "answer_limit",
  "once",
  "sign_in",
  "only_listed",
  "has_list",
  "allow_update",
  "password",
  "no_password",
  "redirect_url",
  "address_limit",
  "address_days",
  "custom_arguments",
  "embed_origins",
  "seen",
] as const;

/** The values of the fields. */
export type SettingsFields = Readonly<Record<(typeof settingsFields)[number], string>>;

/** Why a field is refused. */
export type SettingsProblem =
  | "moment"
  | "window"
  | "limit"
  | "days"
  | "address"
  | "password"
  | "again"
  | "argument"
  | "origin"
  | "embed_without_sign_in"
  | "person_needs_sign_in";

/**
 * The settings that a form asks for. The password is apart, because it is stored as a hash, and the list of respondents,
 * because few surveys have one.
 */
export type ChangedSettings = Omit<
  SurveySettings,
  "state" | "passwordHash" | "onlyListed" | "onlyParticipants" | "linksEndAt" | "isAnonymous"
>;

/** What was read from a form: the settings, or what is wrong. */
export interface ReadSettings {
  readonly settings: ChangedSettings;
  readonly problems: Readonly<Partial<Record<keyof SettingsFields, SettingsProblem>>>;
}

const limitMaximum = 100_000_000;
const daysMaximum = 3650;

/** The values of the form for settings. */
export function fieldsOfSettings(settings: SurveySettings, zone: PlatformZone): SettingsFields {
  return {
    started_at: momentText(settings.startedAt, zone),
    end_at: momentText(settings.endAt, zone),
    answer_limit: numberText(settings.answerLimit),
    once: settings.once,
    sign_in: settings.requiresSignIn ? "on" : "",
    only_listed: settings.onlyListed ? "on" : "",
    has_list: "",
    allow_update: settings.allowsAnswerUpdates ? "on" : "",
    password: "",
    no_password: "",
    redirect_url: settings.redirectUrl,
    address_limit: numberText(settings.addressLimit),
    address_days: String(settings.addressDays),
    custom_arguments: settings.customArguments
      .map(({ title, description }) => (description === "" ? title : `${title} ${description}`))
      .join("\n"),
    embed_origins: settings.embedOrigins.join("\n"),
    seen: "",
  };
}

function numberText(number: number | null): string {
  return number === null ? "" : String(number);
}

/** Reads the form. Custom arguments keep their ids by name, and times that were not changed their seconds. */
export function readSettings(
  fields: SettingsFields,
  current: Pick<SurveySettings, "startedAt" | "endAt" | "customArguments">,
  zone: PlatformZone,
): ReadSettings {
  const problems: Partial<Record<keyof SettingsFields, SettingsProblem>> = {};
  const refuse = (field: keyof SettingsFields, problem: SettingsProblem) =>
    void (problems[field] ??= problem);
  const momentOf = (field: "started_at" | "end_at", shown: number | null) => {
    const at = momentIn(fields[field], { zone, shown });
    if (at === undefined) refuse(field, "moment");
    return at ?? null;
  };
  const settings: ChangedSettings = {
    startedAt: momentOf("started_at", current.startedAt),
    endAt: momentOf("end_at", current.endAt),
    answerLimit: numberIn(fields.answer_limit, limitMaximum, () => refuse("answer_limit", "limit")),
    once: onceRules.find((rule) => rule === fields.once) ?? "none",
    requiresSignIn: fields.sign_in === "on",
    allowsAnswerUpdates: fields.allow_update === "on",
    redirectUrl: fields.redirect_url.trim(),
    addressLimit: numberIn(fields.address_limit, limitMaximum, () => refuse("address_limit", "limit")),
    addressDays: numberIn(fields.address_days, daysMaximum, () => refuse("address_days", "days"), 0) ?? 0,
    customArguments: argumentsIn(fields.custom_arguments, current.customArguments, () =>
      refuse("custom_arguments", "argument"),
    ),
    embedOrigins: originsIn(fields.embed_origins, () => refuse("embed_origins", "origin")),
  };
  checkTogether(settings, refuse);
  if (Buffer.byteLength(fields.password) > passwordMaximumBytes) refuse("password", "password");
  return { settings, problems };
}

function checkTogether(
  { startedAt, endAt, redirectUrl, once, requiresSignIn, embedOrigins }: ChangedSettings,
  refuse: (field: keyof SettingsFields, problem: SettingsProblem) => void,
): void {
  if (startedAt !== null && endAt !== null && endAt <= startedAt) refuse("end_at", "window");
  if (!isLinkAddress(redirectUrl) || redirectUrl.length > 2048) refuse("redirect_url", "address");
  if (once === "person" && !requiresSignIn) refuse("once", "person_needs_sign_in");
  if (embedOrigins.length > 0 && requiresSignIn) refuse("embed_origins", "embed_without_sign_in");
}

/** Who may answer only once. */
export const onceRules: readonly OnceRule[] = ["none", "browser", "person"];

function numberIn(text: string, most: number, refuse: () => void, least = 1): number | null {
  const given = text.trim();
  if (given === "") return null;
  const number = /^\d{1,9}$/.test(given) ? Number(given) : -1;
  if (number < least || number > most) refuse();
  return number;
}

/** One website in each line. */
function originsIn(text: string, refuse: () => void): readonly string[] {
  const origins = linesOf(text).map((line) => originIn(line.text));
  if (origins.includes(undefined) || origins.length > embedOriginsMaximum) refuse();
  return [...new Set(origins.filter((origin) => origin !== undefined))];
}

/** One in each line: the name of the parameter, a space, and what it is for. */
function argumentsIn(
  text: string,
  known: readonly CustomArgument[],
  refuse: () => void,
): readonly CustomArgument[] {
  const lines = linesOf(text).map((line) => line.text);
  const titles = lines.map((line) => line.split(/\s/, 1)[0] ?? "");
  // One from before its name was reserved stays.
  const isKnown = (title: string) => known.some((argument) => argument.title === title);
  const isRight =
    titles.every((title) => isArgumentName(title) || isKnown(title)) &&
    new Set(titles).size === titles.length;
  if (!isRight || lines.length > customArgumentsMaximum || lines.some((line) => line.length > 500)) refuse();
  const nextId = customArgumentIds(known);
  return lines.map((line, at) => {
    const title = titles[at] ?? "";
    const id = known.find((argument) => argument.title === title)?.id;
    const description = line.slice(title.length).trim();
    return { id: id ?? nextId(), title, description };
  });
}
