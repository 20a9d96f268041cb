import { pino, type Logger } from "pino";

/** How much is logged. */
export const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** One of {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number];

/**
 * Makes the log: one JSON object per line on standard output, with no name of the machine in it.
 *
 * @param options.sync whether each line is written before the program goes on, so that lines and what the
 *   program itself prints keep their order; otherwise a slow reader holds nothing up
 */
export function createLog(level: LogLevel, { sync = false }: { readonly sync?: boolean } = {}): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, pino.destination({ dest: process.stdout.fd, sync }));
}

export type { Logger };
