import type { CommandArguments } from "@survey-open-platform/service";
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
} as const satisfies CommandArguments;

/** Reads the settings that a command line names. @throws `ConfigError` */
export function configOf(args: Readonly<Record<string, unknown>>): HubConfig {
  return readConfig({ path: configPathOf(args), environment: process.env });
}

/** The configuration file that a command line names. */
export function configPathOf({ config = usualConfigFile }: Readonly<Record<string, unknown>>): string {
  return String(config);
}
