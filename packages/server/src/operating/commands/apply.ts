import { type Command, UsageError } from "@survey-open-platform/service";
import { reportText, type AppliedReport } from "../../declaration/applied-report.ts";
import { applyDeclaration } from "../../declaration/apply-declaration.ts";
import { InvalidDeclarationError } from "../../declaration/invalid-declaration-error.ts";
import { readDeclaration } from "../../declaration/read-declaration.ts";
import { readConfig } from "../../config/read-config.ts";
import type { Config } from "../../config/settings.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { openPlatformDatabase } from "../../platform.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import { operatorOf } from "./operator.ts";

/** `sop apply FILE`: brings the database into line with a declarative file. */
export const applyCommand: Command = {
  meta: { name: "apply", description: "Make users, applications, teams and surveys match a file" },
  args: {
    file: {
      type: "positional",
      required: false,
      description: "The declarative file, JSON or YAML; - reads standard input.",
    },
    ...settingArguments(["database", "timeZone"]),
    json: { type: "boolean", description: "Print what was done, or what is wrong, as JSON." },
  },
  async run({ args }) {
    const file = typeof args["file"] === "string" ? args["file"] : undefined;
    if (file === undefined)
      throw new UsageError("FILE is missing: a declarative file, or - for standard input");
    const config = readConfig({ flags: settingFlags(args), environment: process.env });
    await applyAndTell(file, config, args["json"] === true);
  },
};

async function applyAndTell(file: string, config: Config, asJson: boolean): Promise<void> {
  try {
    const report = await applyFile(file, config);
    console.log(asJson ? JSON.stringify({ applied: true, ...report }, null, 2) : reportText(report));
  } catch (error) {
    if (!(error instanceof InvalidDeclarationError)) throw error;
    process.exitCode = 1;
    if (asJson) console.log(JSON.stringify({ applied: false, problems: error.problems }, null, 2));
    else
      console.error(
        `Nothing was changed. ${file === "-" ? "The file" : file} cannot be applied:\n${error.message}`,
      );
  }
}

async function applyFile(file: string, config: Config): Promise<AppliedReport> {
  const declaration = await readDeclaration(file);
  const database = await openPlatformDatabase(config);
  try {
    return await applyDeclaration(database, declaration, {
      zone: platformZone(config.timeZone),
      actor: operatorOf("apply"),
    });
  } finally {
    await database.close();
  }
}
