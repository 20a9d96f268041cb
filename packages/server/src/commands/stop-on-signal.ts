import type { Logger } from "../log.ts";
import type { Platform } from "../platform.ts";

/** Stops a platform gracefully when the process is asked to end; asked again, it ends at once. */
export function stopOnSignal(platform: Platform, log: Logger): void {
  let asked = false;
  const stop = () => {
    if (asked) process.exit(1);
    asked = true;
    platform.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
