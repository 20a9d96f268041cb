import type { ArgsDef } from "citty";
import { settings, type SettingName } from "../config.ts";

/** The flags of a command that takes settings; a flag's default is told but not set, so that variables count. */
export function settingArguments(names: readonly SettingName[] = allNames()): ArgsDef {
  return Object.fromEntries(
    names.map((name) => {
      const { flag, description, variable, unit } = settings[name];
      const fallback = settings[name].default === "" ? "" : `, default ${settings[name].default}`;
      return [flag, { type: "string", valueHint: unit, description: `${description} (${variable}${fallback})` }];
    }),
  );
}

function allNames(): readonly SettingName[] {
  // The keys of the table are its names.
  return Object.keys(settings) as SettingName[];
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
    if (!word.startsWith("-") || word === "-") {
      words.push(word);
      continue;
    }
    const [flag = "", value] = word.replace(/^--?/, "").split(/=(.*)/s, 2);
    const definition = known[flag];
    if (definition === undefined) throw new UsageError(`unknown option ${word.split("=", 1)[0]}`);
    if (definition.type !== "string" || value !== undefined) continue;
    index += 1;
    if (rawArgs[index] === undefined) throw new UsageError(`option --${flag} needs a value`);
  }
  if (words.length > positionals) throw new UsageError(`unexpected argument ${words[positionals]}`);
}
