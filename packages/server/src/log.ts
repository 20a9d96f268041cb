import { pino, type Logger } from "pino";

/** How much is logged. */
export const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** One of {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number];

/** Makes the log: one JSON object per line on standard output, with no name of the machine in it. */
export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

export type { Logger };
