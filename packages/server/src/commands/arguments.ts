import type { ArgsDef } from "citty";
import { settings, type ConfigSources, type SettingName } from "../config.ts";

/** Texts that replace a setting's own default in one command. */
export type CommandDefaults = NonNullable<ConfigSources["defaults"]>;

/** Every setting by name. */
// The keys of the table are its names.
export const allSettings = Object.keys(settings) as readonly SettingName[];

/**
 * The flags of a command that takes settings; a flag's default is told but not set, so that variables count.
 *
 * @param names the settings that the command follows
 * @param defaults where the command's default is not the setting's own
 */
export function settingArguments(names: readonly SettingName[], defaults: CommandDefaults = {}): ArgsDef {
  return Object.fromEntries(
    names.map((name) => {
      const { flag, description, variable, unit, default: own } = settings[name];
      const fallback = defaults[name] ?? own;
      const source = fallback === "" ? variable : `${variable}, default ${fallback}`;
      return [flag, { type: "string", valueHint: unit, description: `${description}\n${source}` }];
    }),
  );
}

/** The flags among what was parsed that may be settings: those that are texts. */
export function settingFlags(parsed: Readonly<Record<string, unknown>>): ConfigSources["flags"] {
  const texts = Object.entries(parsed).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  // Every entry is a pair of texts.
  return Object.fromEntries(texts) as ConfigSources["flags"];
}

/** A command line that cannot be meant. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Refuses what a command does not know; citty itself would ignore it without a word.
 *
 * @throws `UsageError`
 */
export function refuseUnknownArguments(rawArgs: readonly string[], known: ArgsDef): void {
  const positionals = Object.values(known).filter(({ type }) => type === "positional").length;
  const words: string[] = [];
  for (let index = 0; index < rawArgs.length; index += 1) {
    const word = rawArgs[index] ?? "";
    if (!word.startsWith("-") || word === "-") words.push(word);
    else if (takesNextWord(word, known)) {
      index += 1;
      if (rawArgs[index] === undefined) throw new UsageError(`option ${word} needs a value`);
    }
  }
  if (words.length > positionals) throw new UsageError(`unexpected argument ${words[positionals]}`);
}

/** Whether an option is followed by its value. @throws `UsageError` when there is no such option */
function takesNextWord(word: string, known: ArgsDef): boolean {
  const [, flag = "", value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  const type = Object.hasOwn(known, flag) ? known[flag]?.type : "positional";
  if (type === "positional") throw new UsageError(`unknown option ${word.split("=", 1)[0]}`);
  if (type !== "string" && value !== undefined) throw new UsageError(`option --${flag} takes no value`);
  return type === "string" && value === undefined;
}
