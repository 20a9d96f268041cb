import type { Setting } from "./setting.ts";
import { settings, type Config, type SettingName } from "./settings.ts";

/** Everything that is wrong with the settings, at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are wrong:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/** Where settings come from: flags win over environment variables, those over `defaults`. */
export interface ConfigSources {
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Texts that replace a setting's own default, by the setting's name. */
  readonly defaults?: Readonly<Partial<Record<SettingName, string>>>;
}

/**
 * Reads every setting.
 *
 * @throws `ConfigError` with all problems, not only the first
 */
export function readConfig(sources: ConfigSources): Config {
  const problems: string[] = [...unknownVariables(sources.environment)];
  // The keys of the table are its names.
  const names = Object.keys(settings) as SettingName[];
  const values = names.map((name) => [name, readSetting(name, sources, problems)]);
  if (problems.length > 0) throw new ConfigError(problems);
  // Every entry was read by its own setting's reader.
  return Object.fromEntries(values) as Config;
}

function readSetting(name: SettingName, sources: ConfigSources, problems: string[]): unknown {
  const one: Setting<unknown> = settings[name];
  const { text, source } = textOf(name, sources);
  try {
    return one.read(text);
  } catch (error) {
    const place = source === "flag" ? `--${one.flag}` : one.variable;
    problems.push(`${place} ${error instanceof Error ? error.message : "is refused"}`);
    return undefined;
  }
}

/** Where the text of a setting comes from: `command` is a default of the command that was started. */
export type SettingSource = "flag" | "variable" | "command" | "default";

/** A setting as it is in effect. */
export interface SettingInEffect {
  readonly name: SettingName;
  readonly flag: string;
  readonly variable: string;
  /** Its text, without a password that may be in it. */
  readonly text: string;
  readonly source: SettingSource;
}

/** Every setting with its text and where that comes from; no text holds a secret. */
export function settingsInEffect(sources: ConfigSources): readonly SettingInEffect[] {
  // The keys of the table are its names.
  return (Object.keys(settings) as SettingName[]).map((name) => {
    const { flag, variable, shown = (text: string) => text }: Setting<unknown> = settings[name];
    const { text, source } = textOf(name, sources);
    return { name, flag, variable, text: shown(text), source };
  });
}

/** The text that counts, and where it comes from. */
function textOf(
  name: SettingName,
  { flags, environment, defaults }: ConfigSources,
): Pick<SettingInEffect, "text" | "source"> {
  const { flag, variable, default: own }: Setting<unknown> = settings[name];
  const candidates = [
    { text: flags[flag], source: "flag" },
    { text: environment[variable], source: "variable" },
    { text: defaults?.[name], source: "command" },
  ] as const;
  for (const { text, source } of candidates) if (text !== undefined) return { text, source };
  return { text: own, source: "default" };
}

/** What Kubernetes puts into the environment for a service named `sop`. */
const serviceLink = /^SOP_(?:SERVICE|PORT)_/;

/** A misspelt variable would otherwise be ignored silently. */
function unknownVariables(environment: ConfigSources["environment"]): readonly string[] {
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));
  return Object.keys(environment)
    .filter((name) => name.startsWith("SOP_") && !known.has(name) && !serviceLink.test(name))
    .map((name) => `${name} is not a setting; see the settings reference for all of them`);
}
