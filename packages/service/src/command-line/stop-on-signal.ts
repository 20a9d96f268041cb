import type { Logger } from "../log.ts";
import { serveOnAfterRejections } from "./serve-on-after-rejections.ts";

/** Something that serves until it is stopped. */
export interface RunningService {
  stop(): Promise<void>;
}

/** How long the last lines of the log may take to be written. */
const lastLinesMilliseconds = 500;
/** How long a start may take to end after the process was asked to end. */
const startEndsWithinMilliseconds = 10_000;

/**
 * Starts something that serves, and stops it gracefully when the process is asked to end. Signals are handled before
 * `start` is called, so no connection is cut that a half-started service has already accepted. Asked a second time,
 * the process ends at once. A rejection that nothing handles does not end it, see {@link serveOnAfterRejections}.
 *
 * @param start is passed a signal that aborts when the process is asked to end; it may reject with its reason
 * @returns what was started, or undefined when the process was asked to end before that
 * @throws what `start` rejects with, unless the process was asked to end
 */
export async function startUntilSignal<Service extends RunningService>(
  log: Logger,
  start: (stopping: AbortSignal) => Promise<Service>,
): Promise<Service | undefined> {
  serveOnAfterRejections(log);
  const stopping = askedToEnd();
  const starting = start(stopping);
  let hasStarted = false;
  stopping.addEventListener("abort", () => {
    if (!hasStarted) log.info("asked to stop while starting");
    void stopWhenStarted(starting, stopping, log);
  });
  try {
    const service = await starting;
    hasStarted = true;
    return stopping.aborted ? undefined : service;
  } catch (error) {
    if (stopping.aborted) return undefined;
    throw error;
  }
}

/** SIGHUP is what a terminal sends when it is closed. */
function askedToEnd(): AbortSignal {
  const asked = new AbortController();
  const ask = () => {
    if (asked.signal.aborted) process.exit(1);
    asked.abort();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, ask);
  return asked.signal;
}

async function stopWhenStarted(
  starting: Promise<RunningService>,
  stopping: AbortSignal,
  log: Logger,
): Promise<void> {
  const forcedEnd = setTimeout(() => process.exit(1), startEndsWithinMilliseconds);
  const service = await starting.catch((error: unknown) => {
    if (error !== stopping.reason) log.warn({ err: error }, "starting failed after a request to stop");
    return undefined;
  });
  clearTimeout(forcedEnd);
  try {
    await service?.stop();
    exitOnceWritten(0);
  } catch (error) {
    log.error({ err: error }, "stopping failed");
    exitOnceWritten(1);
  }
}

/**
 * Ends the process by leaving it nothing to do, and by force if something is left. The log is written
 * meanwhile, or found to have lost its reader: a forced end would make its library retry the write without end.
 */
export function exitOnceWritten(code: number): void {
  process.exitCode = code;
  setTimeout(() => process.exit(), lastLinesMilliseconds).unref();
}
