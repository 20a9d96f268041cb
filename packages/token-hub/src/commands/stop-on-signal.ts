import type { Logger } from "../log.ts";

/** How long the last lines of the log may take to be written. */
const lastLinesMilliseconds = 500;

/** Stops a hub gracefully when the process is asked to end; asked again, it ends at once. */
export function stopOnSignal(hub: { stop(): Promise<void> }, log: Logger): void {
  let asked = false;
  const stop = () => {
    if (asked) process.exit(1);
    asked = true;
    hub.stop().then(
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

/** Ends the process by leaving it nothing to do, and by force if something is left. */
function exitOnceWritten(code: number): void {
  process.exitCode = code;
  setTimeout(() => process.exit(), lastLinesMilliseconds).unref();
}
