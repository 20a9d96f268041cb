import { jsonArgument, printFindings, type Command } from "@survey-open-platform/service";
import { ConfigError, readConfig, type ConfigSources } from "../../config/read-config.ts";
import type { Config } from "../../config/settings.ts";
import { allSettings, settingArguments, settingFlags } from "./arguments.ts";
import { checkConnections } from "./doctor/check-connections.ts";
import { checkDeviations } from "./doctor/check-deviations.ts";
import { checkOutbox } from "./doctor/check-outbox.ts";
import { checkProxy } from "./doctor/check-proxy.ts";
import { checkRequestLog } from "./doctor/check-request-log.ts";
import { checkSettings } from "./doctor/check-settings.ts";
import { checkStore } from "./doctor/check-store.ts";
import { checkTallies } from "./doctor/check-tallies.ts";
import type { Finding } from "./doctor/finding.ts";
import { textOfExpected } from "./expected-errors.ts";

/** `sop doctor`: prints what is wrong with settings and store, and which entries of the deviation register are open. */
export const doctorCommand: Command = {
  meta: { name: "doctor", description: "Check settings and store, and say what is wrong and what to do" },
  args: {
    ...settingArguments(allSettings),
    ...jsonArgument,
    recount: {
      type: "boolean",
      description: "Also count every answer, and compare with the tallies that results show",
    },
  },
  async run({ args }) {
    const sources = { flags: settingFlags(args), environment: process.env };
    const findings = await examine(sources, { recounts: args["recount"] === true });
    printFindings(findings, args["json"] === true);
  },
};

/** Runs every check that is possible, even if others fail. */
async function examine(
  sources: ConfigSources,
  { recounts }: { readonly recounts: boolean },
): Promise<readonly Finding[]> {
  try {
    const config = readConfig(sources);
    const store = await examineStore(config);
    const valid: Finding = { level: "ok", check: "settings", says: "Every setting is valid." };
    return [
      valid,
      ...(await checkSettings(config)),
      ...checkProxy(config, store.facts),
      ...store.findings,
      ...(recounts && store.facts !== undefined ? await checkTallies(config.database) : []),
      ...(store.facts === undefined ? [] : await checkOutbox(config)),
      ...(await checkRequestLog(config.database)),
      ...checkConnections(config, store.facts),
      ...checkDeviations(config, store.facts),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.map((says) => ({ level: "error", check: "settings", says }) as const);
    return [...problems, ...(await examineStoreAlone(sources))];
  }
}

async function examineStore({ database }: Pick<Config, "database">): ReturnType<typeof checkStore> {
  try {
    return await checkStore(database);
  } catch (error) {
    const says = textOfExpected(error);
    if (says === undefined) throw error;
    return { facts: undefined, findings: [{ level: "error", check: "database", says }] };
  }
}

/** With wrong settings the store is looked at all the same, if the one that names it is not among them. */
async function examineStoreAlone({ flags, environment }: ConfigSources): Promise<readonly Finding[]> {
  try {
    const config = readConfig({
      flags: { database: flags["database"] },
      environment: { SOP_DATABASE: environment["SOP_DATABASE"] },
    });
    return (await examineStore(config)).findings;
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}
