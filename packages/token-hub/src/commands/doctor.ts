import {
  checkSecretFile,
  expectedErrorText,
  jsonArgument,
  printFindings,
  type Command,
  type Finding,
} from "@survey-open-platform/service";
import { ConfigError, type HubConfig } from "../config.ts";
import { configArgument, configOf, configPathOf } from "./arguments.ts";
import { checkPlatforms } from "./doctor/check-platforms.ts";
import { checkSettings } from "./doctor/check-settings.ts";
import { checkStore } from "./doctor/check-store.ts";
import { expectedErrors } from "./expected-errors.ts";

/** `token-hub doctor`: prints what is wrong with settings, database and platforms, and what to do. */
export const doctorCommand: Command = {
  meta: { name: "doctor", description: "Check settings, database and platforms, and say what to do" },
  args: { ...configArgument, ...jsonArgument },
  async run({ args }) {
    const findings = await examine(args);
    printFindings(findings, args["json"] === true);
  },
};

async function examine(args: Readonly<Record<string, unknown>>): Promise<readonly Finding[]> {
  try {
    const config = configOf(args);
    return [
      ...checkSettings(config),
      ...checkSecretFile(configPathOf(args), "configuration", "The configuration may hold secrets"),
      ...config.secretFiles.flatMap(({ path, holds }) => checkSecretFile(path, "secret-file", holds)),
      ...(await examineStore(config)),
      ...(await checkPlatforms(config)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((says) => ({ level: "error", check: "settings", says }));
  }
}

async function examineStore(config: HubConfig): Promise<readonly Finding[]> {
  try {
    return await checkStore(config);
  } catch (error) {
    const says = expectedErrorText(error, expectedErrors);
    if (says === undefined) throw error;
    return [{ level: "error", check: "database", says }];
  }
}
