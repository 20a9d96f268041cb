import { type Command, createLog, type Logger, startUntilSignal } from "@survey-open-platform/service";
import { reportText, type AppliedReport } from "../apply/applied-report.ts";
import { applyDeclaration } from "../apply/apply-declaration.ts";
import { readDeclaration } from "../apply/read-declaration.ts";
import { readConfig, type Config } from "../config.ts";
import { platformZone } from "../model/platform-time.ts";
import { startPlatform, type PlatformDatabase } from "../platform.ts";
import { allSettings, settingArguments, settingFlags } from "./arguments.ts";
import { isWorker, runWorker } from "./workers/run-worker.ts";
import { startWorkers } from "./workers/start-workers.ts";

/** `sop serve`: runs the platform until it gets a stop signal. */
export const serveCommand: Command = {
  meta: { name: "serve", description: "Run the platform until it gets a stop signal" },
  args: settingArguments(allSettings),
  async run({ args }) {
    const config = readConfig({ flags: settingFlags(args), environment: process.env });
    if (isWorker(config)) return runWorker(config);
    const log = createLog(config.logLevel);
    const start = config.workers === 1 ? startPlatform : startWorkers;
    await startUntilSignal(log, async (stopping) =>
      start({ config, log, stopping, beforeListening: await applierOf(config, log) }),
    );
  },
};

/** Applies the file of the settings, if they name one. It is read at once: a bad file stops the start. */
export async function applierOf(
  config: Config,
  log: Logger,
): Promise<((database: PlatformDatabase) => Promise<void>) | undefined> {
  if (config.apply === "") return undefined;
  const declaration = await readDeclaration(config.apply);
  return async (database) => {
    tellApplied(await applyDeclaration(database, declaration, { zone: platformZone(config.timeZone) }), log);
  };
}

/** Standard output is for the log alone, and no log may have a password or secret in it. */
function tellApplied(report: AppliedReport, log: Logger): void {
  const { generated, ...tallies } = report;
  log.info({ ...tallies, generated: generated.length }, "applied");
  if (generated.length > 0) console.error(reportText(report));
}
