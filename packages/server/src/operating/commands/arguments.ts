import type { CommandArguments } from "@survey-open-platform/service";
import type { ConfigSources } from "../../config/read-config.ts";
import { settings, type SettingName } from "../../config/settings.ts";

/** Texts that replace a setting's own default in one command. */
export type CommandDefaults = NonNullable<ConfigSources["defaults"]>;

/** Every setting by name. */
// The keys of the table are its names.
export const allSettings = Object.keys(settings) as readonly SettingName[];

/**
 * The flags of a command that takes settings; a flag's default is shown but not set, so that variables take effect.
 *
 * @param names the settings that the command follows
 * @param defaults where the command's default is not the setting's own
 */
export function settingArguments(
  names: readonly SettingName[],
  defaults: CommandDefaults = {},
): CommandArguments {
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
