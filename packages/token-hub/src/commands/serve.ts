import { type Command, createLog, startUntilSignal } from "@survey-open-platform/service";
import { startService } from "../service.ts";
import { configArgument, configOf } from "./arguments.ts";

/** `token-hub serve`: runs a hub until it gets a stop signal. */
export const serveCommand: Command = {
  meta: { name: "serve", description: "Run a hub until it gets a stop signal" },
  args: configArgument,
  async run({ args }) {
    const config = configOf(args);
    const log = createLog(config.logLevel);
    await startUntilSignal(log, (stopping) => startService({ config, log, stopping }));
  },
};
