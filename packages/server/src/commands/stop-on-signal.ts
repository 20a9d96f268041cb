import type { Logger } from "../log.ts";
import type { Platform } from "../platform.ts";

/** How long the last lines of the log may take to be written. */
const lastLinesMilliseconds = 500;

/** Stops a platform gracefully when the process is asked to end; asked again, it ends at once. */
export function stopOnSignal(platform: Platform, log: Logger): void {
  let asked = false;
  const stop = () => {
    if (asked) process.exit(1);
    asked = true;
    platform.stop().then(
      () => exitOnceWritten(0),
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        exitOnceWritten(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/**
 * Ends the process by leaving it nothing to do, and by force if something is left. The log is written
 * meanwhile, or found to have lost its reader: at a forced end its library would try for ever to write it.
 */
export function exitOnceWritten(code: number): void {
  process.exitCode = code;
  setTimeout(() => process.exit(), lastLinesMilliseconds).unref();
}
