import { defineCommand } from "citty";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { startPlatform } from "../platform.ts";
import { refuseUnknownArguments, settingArguments } from "./arguments.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const args = settingArguments();

/** `sop serve`: runs the platform until it is told to stop. */
export const serveCommand = defineCommand({
  meta: { name: "serve", description: "Run the platform" },
  args,
  async run({ args: flags, rawArgs }) {
    refuseUnknownArguments(rawArgs, args);
    const config = readConfig({ flags, environment: process.env });
    const log = createLog(config.logLevel);
    const platform = await startPlatform({ config, log });
    stopOnSignal(platform, log);
  },
});
