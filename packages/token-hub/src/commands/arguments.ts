import type { ArgsDef } from "citty";
import { readConfig, type HubConfig } from "../config.ts";

/** Where the settings are looked for unless the command line says otherwise. */
const usualConfigFile = "./token-hub.yaml";

/** The flag of every command that needs the settings. */
export const configArgument = {
  config: {
    type: "string",
    valueHint: "file",
    description: `The configuration file, YAML or JSON\ndefault ${usualConfigFile}`,
  },
} as const satisfies ArgsDef;

/** Reads the settings that a command line names. @throws `ConfigError` */
export function configOf(args: Readonly<Record<string, unknown>>): HubConfig {
  return readConfig({ path: configPathOf(args), environment: process.env });
}

/** The configuration file that a command line names. */
export function configPathOf({ config = usualConfigFile }: Readonly<Record<string, unknown>>): string {
  return String(config);
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
