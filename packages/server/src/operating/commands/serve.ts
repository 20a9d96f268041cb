import { type Command, createLog, type Logger, startUntilSignal } from "@survey-open-platform/service";
import { reportText, type AppliedReport } from "../../declaration/applied-report.ts";
import { applyDeclaration } from "../../declaration/apply-declaration.ts";
import { InvalidDeclarationError, problemText } from "../../declaration/invalid-declaration-error.ts";
import { readDeclaration } from "../../declaration/read-declaration.ts";
import { readConfig, settingsInEffect } from "../../config/read-config.ts";
import type { Config } from "../../config/settings.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { startPlatform, type PlatformDatabase } from "../../platform.ts";
import { hasUsers } from "../../store/people/join-platform.ts";
import { openCredentialsOutput, type CredentialsOutput } from "./credentials-output.ts";
import { operatorOf } from "./operator.ts";
import { FirstStart } from "./first-start.ts";
import { allSettings, settingArguments, settingFlags } from "./arguments.ts";
import { isWorker, runWorker } from "./workers/run-worker.ts";
import { startWorkers } from "./workers/start-workers.ts";

/** `sop serve`: runs the platform until it gets a stop signal. */
export const serveCommand: Command = {
  meta: { name: "serve", description: "Run the platform until it gets a stop signal" },
  args: settingArguments(allSettings),
  async run({ args }) {
    const sources = { flags: settingFlags(args), environment: process.env };
    const config = readConfig(sources);
    const settings = settingsInEffect(sources);
    if (isWorker(config)) return runWorker(config, settings);
    const log = createLog(config.logLevel);
    const start = config.workers === 1 ? startPlatform : startWorkers;
    const firstStart = new FirstStart(config, log);
    await startUntilSignal(log, async (stopping) => {
      const apply = await applierOf(config, log);
      const beforeListening = async (database: PlatformDatabase) => {
        await apply?.(database);
        await firstStart.prepare(database);
      };
      return firstStart.showWhenStarted(start({ config, settings, log, stopping, beforeListening }));
    });
  },
};

const generatedCredentialsFile = {
  name: "generated-credentials",
  lost: "Credentials that the file leaves out would be lost",
  advice: "Give every password and secret in the file, or start from a folder that this user may write to.",
};

/**
 * Applies the file of the settings, if they name one. It is read at once: a bad file stops the start. One that no longer goes together with
 * what was changed on pages or by calls is not applied, and the platform starts as it is: nothing that the product allows may keep it from
 * serving.
 */
export async function applierOf(
  config: Config,
  log: Logger,
): Promise<((database: PlatformDatabase) => Promise<void>) | undefined> {
  if (config.apply === "") return undefined;
  const declaration = await readDeclaration(config.apply);
  return async (database) => {
    const output = openCredentialsOutput(config, generatedCredentialsFile);
    try {
      const zone = platformZone(config.timeZone);
      const actor = operatorOf("serve");
      reportApplied(await applyDeclaration(database, declaration, { zone, actor }), log, output);
    } catch (error) {
      output.discard();
      // Without users, no one can have changed anything on pages: then the file is wrong.
      if (!isConflict(error) || !(await hasUsers(database.reader))) throw error;
      log.error(
        { file: config.apply, problems: error.problems.map(problemText) },
        "the file was not applied: the database has what it does not go together with; correct it, and apply it",
      );
    }
  };
}

function isConflict(error: unknown): error is InvalidDeclarationError {
  return error instanceof InvalidDeclarationError && error.isConflict;
}

/** Generated credentials are never in the log. */
function reportApplied(report: AppliedReport, log: Logger, output: CredentialsOutput): void {
  const { generated, ...tallies } = report;
  log.info({ ...tallies, generated: generated.length }, "applied");
  if (generated.length === 0) return output.discard();
  const file = output.show(reportText(report));
  if (file === undefined) return;
  log.warn(
    { file, generated: generated.length },
    "generated credentials are in a file; take note of them and delete it",
  );
}
