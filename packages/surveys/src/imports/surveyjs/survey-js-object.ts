import { isRecord } from "../is-record.ts";
import type { ImportLoss, ImportLossCode } from "../../model/import-loss.ts";
import type { NeutralCalculation, NeutralRepeat } from "../neutral-extras.ts";
import { isSilentSetting } from "./silent-settings.ts";

/** What the parts of one import share. */
export interface ImportContext {
  /** Of the texts that SurveyJS leaves to its own dictionary, and of others where the survey names no language. */
  readonly language: "en" | "zh-CN";
  /** The language that the survey names; "" for none. */
  readonly locale: string;
  /** The language of texts that are read, as the file names it; undefined for the survey's own one. */
  readonly inLocale?: string | undefined;
  /** Every language in which there is a text. */
  readonly locales: Set<string>;
  readonly losses: ImportLoss[];
  /** What the survey does beside asking. */
  readonly extras: SurveyJsExtras;
}

/** Extras that are being read. */
export interface SurveyJsExtras {
  readonly calculations: NeutralCalculation[];
  readonly repeats: NeutralRepeat[];
}

/**
 * An object of SurveyJS. It remembers which members were carried over, so that all others can be listed: nothing is left
 * out silently. A member of a kind that its reader does not know counts as left out.
 */
export class SurveyJsObject {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #context: ImportContext;
  readonly #carried = new Set<string>(["name", "type", "$schema"]);

  constructor(members: Readonly<Record<string, unknown>>, context: ImportContext) {
    this.#members = members;
    this.#context = context;
  }

  /** A text, in the language of the import where there are several. What respondents would read in braces is noted. */
  text(key: string, longest = Infinity): string {
    const text = this.rawText(key);
    this.losePiping(text);
    if (text.length <= longest) return text;
    this.lose("length", key);
    return text.slice(0, longest).toWellFormed();
  }

  /** A text that is no text for respondents, such as a condition. */
  rawText(key: string): string {
    const text = textOf(this.#member(key), this.#context);
    if (text !== "") this.#carried.add(key);
    return text;
  }

  /** Whether one of some members is true. */
  flag(...keys: readonly string[]): boolean {
    const isSet = keys.some((key) => this.#member(key) === true);
    for (const key of keys) if (typeof this.#member(key) === "boolean") this.#carried.add(key);
    return isSet;
  }

  /** Whether a member is false; it counts as carried then. */
  isFalse(key: string): boolean {
    if (this.#member(key) !== false) return false;
    this.#carried.add(key);
    return true;
  }

  /** The number of a member that is one. */
  number(key: string): number | undefined {
    const value = this.#member(key);
    if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
    this.#carried.add(key);
    return value;
  }

  /** A whole number within bounds; any other stays a setting that is left out. */
  count(key: string, most: number): number | undefined {
    const value = this.#member(key);
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most
      ? this.number(key)
      : undefined;
  }

  list(key: string): readonly unknown[] {
    const value = this.#member(key);
    if (!Array.isArray(value)) return [];
    this.#carried.add(key);
    return value;
  }

  /** The objects of a list. Anything else among them is noted. */
  objects(key: string): readonly SurveyJsObject[] {
    const entries = this.list(key);
    if (!entries.every(isRecord)) this.lose("setting", key);
    return entries.filter(isRecord).map((members) => new SurveyJsObject(members, this.#context));
  }

  /** The texts of an object, such as the variables of a theme. */
  record(key: string): Readonly<Record<string, unknown>> {
    const value = this.#member(key);
    if (!isRecord(value)) return {};
    this.#carried.add(key);
    return value;
  }

  /** Counts a member as carried over whose meaning was written by other means. */
  carry(key: string): void {
    this.#carried.add(key);
  }

  has(key: string): boolean {
    return this.#member(key) !== undefined;
  }

  /** The name by which conditions refer to it. */
  get name(): string {
    const name = this.#members["name"];
    return typeof name === "string" ? name : "";
  }

  get type(): string {
    const type = this.#members["type"];
    return typeof type === "string" ? type : "";
  }

  /** Notes that something of this object is not carried over. */
  lose(code: ImportLossCode, what: string): void {
    const title = textOf(this.#member("title"), this.#context).slice(0, 100);
    const isNamed = this.name !== "" && this.name !== title;
    const at = isNamed && title !== "" ? `${this.name} (${title})` : this.name || title;
    this.#context.losses.push({ at, code, what });
  }

  /** Notes what SurveyJS would replace by an answer. */
  losePiping(text: string): void {
    for (const [found] of new Set(text.match(/\{[^{}\s][^{}\n]{0,100}\}/g)).entries())
      this.lose("piping", found);
  }

  /** Notes every member that was not carried over and says something. */
  loseRest(): void {
    for (const [key, value] of Object.entries(this.#members))
      if (!this.#carried.has(key) && !isSilentSetting(key, value)) this.lose("setting", key);
  }

  #member(key: string): unknown {
    return Object.hasOwn(this.#members, key) ? this.#members[key] : undefined;
  }
}

/** A text of SurveyJS, which may be there in several languages. */
export function textOf(value: unknown, context: ImportContext): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return storable(String(value));
  if (!isRecord(value)) return "";
  const texts = Object.entries(value).flatMap(([name, text]) =>
    typeof text === "string" ? [{ name, text }] : [],
  );
  for (const { name } of texts) context.locales.add(name);
  const found = wantedLanguages(context)
    .map((key) => texts.find(({ name }) => name.toLowerCase() === key))
    .find((text) => text);
  return storable((found ?? texts[0])?.text ?? "");
}

/** The language that is read, then that of the survey, and that of its author where it names none. */
function wantedLanguages({ inLocale, ...context }: ImportContext): readonly string[] {
  const own = ownLanguages(context);
  return inLocale === undefined ? own : [inLocale.toLowerCase(), ...own];
}

/** By what the texts of a survey's own language are named, the best name first. */
export function ownLanguages({
  language,
  locale,
}: Pick<ImportContext, "language" | "locale">): readonly string[] {
  const named = locale.toLowerCase();
  if (named !== "") return [named, named.split("-")[0] ?? "", "default"];
  return language === "en" ? ["en", "default"] : ["zh-cn", "zh", "default"];
}

/** Without what no database keeps. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "").trim();
}
